-- The last turn of a sample.
SELECT r.rollout_id FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
WHERE run.name = :run AND t.label = :task AND r.step = :step AND r.sample = :sample
ORDER BY r.turn DESC LIMIT 1;
