-- The runs of the pages, with how many rollouts each has and the steps they are of.
SELECT r.run_id, r.name AS run, r.strategy, r.status, coalesce(c.n_rollouts, 0) AS n_rollouts, coalesce(c.n_steps, 0) AS n_steps, coalesce(c.n, 0) AS n_scored,
       coalesce(c.n_correct, 0) AS n_correct, coalesce(c.n_timed, 0) AS n_timed, coalesce(c.n_fast, 0) AS n_fast, coalesce(d.name, '') AS device
FROM run r
LEFT JOIN device d ON d.device_id = r.device_id
LEFT JOIN (SELECT run_id, sum(n_rollouts) AS n_rollouts, count(DISTINCT step) AS n_steps, sum(n) AS n, sum(n_correct) AS n_correct, sum(n_timed) AS n_timed, sum(n_fast_1) AS n_fast
           FROM v_cell GROUP BY run_id) c ON c.run_id = r.run_id
WHERE r.name IN (SELECT value FROM json_each(:runs))
ORDER BY r.run_id;
