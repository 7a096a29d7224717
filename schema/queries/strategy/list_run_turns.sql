-- The turns of each step of a run, in order, with one more than the highest position of its tasks.
SELECT DISTINCT r.step, r.turn, (SELECT max(position) + 1 FROM run_task WHERE run_id = :run_id) AS n_tasks
FROM rollout r
WHERE r.run_id = :run_id AND EXISTS (SELECT 1 FROM run_task t WHERE t.run_id = r.run_id AND t.task_id = r.task_id)
ORDER BY r.step, r.turn;
