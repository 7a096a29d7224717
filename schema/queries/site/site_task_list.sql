-- The tasks with a rollout, over all runs.
SELECT c.task, t.name, t.family, count(DISTINCT c.run_id) AS runs, sum(c.n_rollouts) AS rollouts, sum(c.n_correct) AS correct, sum(c.n_fast_1) AS faster,
       max(c.best_speedup) AS best_speedup
FROM v_cell c JOIN v_task t ON t.task_id = c.task_id
WHERE :id = 0
GROUP BY c.task_id
ORDER BY t.suite, t.level, t.problem_id, t.task_id;
