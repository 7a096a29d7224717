-- What every run made of it.
SELECT run, count(*) AS rollouts, sum(compiled) AS compiled, sum(correct) AS correct, CASE WHEN sum(correct) = 0 THEN 0 ELSE sum(speedup > 1) END AS faster,
       max(speedup) AS best_speedup, median(speedup) AS median_speedup
FROM v_rollout
WHERE task_id = :id
GROUP BY run_id
ORDER BY run_id;
