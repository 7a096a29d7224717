-- What each run made of each task: counts, and the speedup of the best sample with its interval.
SELECT c.run_id, c.task_id, sum(c.n) AS n, sum(c.n_correct) AS n_correct, sum(c.n_timed) AS n_timed, sum(c.n_fast_1) AS n_fast,
       max(c.best_speedup) AS best_speedup, min(c.step) AS first_step, max(c.step) AS last_step,
       EXISTS (SELECT 1 FROM v_stale s WHERE s.run_id = c.run_id AND s.task_id = c.task_id) AS is_stale
FROM v_cell c
WHERE c.run IN (SELECT value FROM json_each(:runs))
GROUP BY c.run_id, c.task_id
ORDER BY c.task_id, c.run_id;
