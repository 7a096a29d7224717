-- The sums of load_cost_rollouts over the cells that facts do not stand for.
-- columns: those of load_cost_rollouts
SELECT v.run_id, v.step, count(*) AS n, CAST(total(v.prompt_tokens) AS INTEGER) AS prompt_tokens,
       CAST(total(v.completion_tokens) AS INTEGER) AS completion_tokens,
       sum(v.prompt_tokens IS NULL OR v.completion_tokens IS NULL) AS n_without_tokens, sum(coalesce(v.correct, 0)) AS n_correct
FROM v_stale s
CROSS JOIN v_rollout v ON v.run_id = s.run_id AND v.task_id = s.task_id AND v.step = s.step
WHERE s.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
GROUP BY v.run_id, v.step
ORDER BY v.run_id, v.step;
