-- What the rollouts of the runs say about tokens, and how many were correct.
SELECT v.run_id, v.step, count(*) AS n, coalesce(sum(v.prompt_tokens), 0) AS prompt_tokens,
       coalesce(sum(v.completion_tokens), 0) AS completion_tokens,
       sum(v.prompt_tokens IS NULL OR v.completion_tokens IS NULL) AS n_without_tokens, sum(coalesce(v.correct, 0)) AS n_correct
FROM v_rollout v
WHERE v.run IN (SELECT value FROM json_each(:runs))
GROUP BY v.run_id, v.step
ORDER BY v.run_id, v.step;
