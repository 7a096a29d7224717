-- The cells of the pages: rollouts of a run, task and step.
SELECT c.run_id, c.task_id, c.step
FROM v_cell c
WHERE c.run IN (SELECT value FROM json_each(:runs))
ORDER BY c.run_id, c.step, c.level, c.problem_id, c.task_id;
