-- The record that a sample was imported from, and the import it came with.
SELECT r.extra, (SELECT e.import_source_id FROM evaluation e WHERE e.rollout_id = r.rollout_id ORDER BY e.evaluation_id LIMIT 1)
FROM rollout r
WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.turn = :turn AND r.sample = :sample;
