-- Its tasks: how many rollouts compiled, were correct, were faster than their baseline.
SELECT task, task_name, count(*) AS rollouts, sum(compiled) AS compiled, sum(correct) AS correct,
       CASE WHEN sum(correct) = 0 THEN 0 ELSE sum(speedup > 1) END AS faster, max(speedup) AS best_speedup, median(speedup) AS median_speedup
FROM v_rollout
WHERE run_id = :id
GROUP BY level, problem_id
ORDER BY level, problem_id;
