-- The turn of a rollout.
SELECT turn FROM rollout WHERE rollout_id = :rollout_id;
