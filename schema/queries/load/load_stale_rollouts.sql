-- The rows of load_rollouts that facts do not stand for.
-- columns: those of load_rollouts
SELECT v.run_id, v.task_id, v.step, v.sample, v.outcome, v.compiled, v.correct, v.precision_class, v.runtime_us,
       v.baseline_runtime_us, v.mean_logprob, v.sum_logprob, v.prompt_tokens, v.completion_tokens,
       v.speedup_lower, v.speedup_upper, v.confirmed_speedup
FROM v_stale s
CROSS JOIN v_rollout v ON v.run_id = s.run_id AND v.task_id = s.task_id AND v.step = s.step
WHERE s.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
ORDER BY v.run_id, v.level, v.problem_id, v.task_id, v.step, v.sample, v.turn;
