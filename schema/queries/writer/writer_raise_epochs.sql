-- What the triggers would have done with the rows behind these keys. The plus signs keep SQLite from the indexes of parents, which would
-- read everything that stood before.
INSERT INTO fact_cell (run_id, task_id, step, epoch)
SELECT DISTINCT run_id, task_id, step, 1 FROM rollout WHERE rollout_id > :rollout_id
UNION
SELECT r.run_id, r.task_id, r.step, 1
FROM evaluation e CROSS JOIN rollout r ON r.rollout_id = e.rollout_id
WHERE e.evaluation_id > :evaluation_id AND +e.rollout_id <= :rollout_id
UNION
SELECT r.run_id, r.task_id, r.step, 1
FROM measurement m
CROSS JOIN evaluation e ON e.evaluation_id = m.evaluation_id
CROSS JOIN rollout r ON r.rollout_id = e.rollout_id
WHERE m.measurement_id > :measurement_id AND +m.evaluation_id <= :evaluation_id
ON CONFLICT (run_id, task_id, step) DO UPDATE SET epoch = epoch + 1;
