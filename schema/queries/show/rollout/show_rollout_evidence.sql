-- The checks of the evaluation that counts.
SELECT kind, pass, value, bound, unit, detail FROM evidence WHERE evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = :id) ORDER BY position;
