-- The policy of a run's step, or of its last one.
SELECT s.step, s.checkpoint_id, c.blob_id, c.model_id
FROM run JOIN step s ON s.run_id = run.run_id JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
WHERE run.name = :run AND (:step IS NULL OR s.step = :step)
ORDER BY s.step DESC
LIMIT 1;
