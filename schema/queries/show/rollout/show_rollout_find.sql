-- Is there such a rollout?
SELECT rollout_id FROM rollout WHERE rollout_id = :id;
