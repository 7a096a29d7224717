-- What the page for SQL begins with.
SELECT run, task, count(*) AS n, sum(correct) AS correct, max(speedup) AS best
FROM v_rollout
GROUP BY run, task
ORDER BY run, task;
