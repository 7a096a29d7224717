-- The tasks that have a rollout of one of the runs.
SELECT t.task_id, t.task, t.name, t.suite
FROM v_task t
WHERE t.task_id IN (SELECT task_id FROM v_cell WHERE run IN (SELECT value FROM json_each(:runs)))
ORDER BY t.suite, t.level, t.problem_id, t.task_id;
