-- The checkpoints of a run, by step; a checkpoint that two steps share comes once.
SELECT s.checkpoint_id, c.blob_id
FROM run JOIN step s ON s.run_id = run.run_id JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
WHERE run.name = :run
GROUP BY s.checkpoint_id
ORDER BY min(s.step);
