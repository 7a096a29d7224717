-- The runs in the order in which they were made, with what became of their rollouts.
SELECT r.run, r.strategy, r.model, r.seed, count(DISTINCT c.task_id) AS n_tasks, coalesce(sum(c.n_rollouts), 0) AS n_rollouts,
       coalesce(sum(c.n_correct), 0) AS n_correct, coalesce(sum(c.n_timed), 0) AS n_timed, coalesce(sum(c.n_fast_1), 0) AS n_fast,
       r.started_at, r.status
FROM v_run r
LEFT JOIN v_cell c ON c.run_id = r.run_id
WHERE r.run IN (SELECT value FROM json_each(:runs))
GROUP BY r.run_id
ORDER BY r.run_id;
