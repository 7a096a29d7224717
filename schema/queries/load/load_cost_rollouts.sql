-- What the rollouts of the runs say about tokens, and how many were correct.
SELECT v.run_id, v.step, count(*) AS n, CAST(total(v.prompt_tokens) AS INTEGER) AS prompt_tokens,
       CAST(total(v.completion_tokens) AS INTEGER) AS completion_tokens,
       sum(v.prompt_tokens IS NULL OR v.completion_tokens IS NULL) AS n_without_tokens, sum(coalesce(v.correct, 0)) AS n_correct
FROM v_rollout v
WHERE v.run IN (SELECT value FROM json_each(:runs))
GROUP BY v.run_id, v.step
ORDER BY v.run_id, v.step;
