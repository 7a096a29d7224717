-- Every rollout of the runs with its primary evaluation; turns of a sample follow each other.
SELECT run_id, task_id, step, sample, outcome, compiled, correct, precision_class, runtime_us, baseline_runtime_us,
       mean_logprob, sum_logprob, prompt_tokens, completion_tokens, speedup_lower, speedup_upper,
       confirmed_speedup
FROM v_rollout
WHERE run IN (SELECT value FROM json_each(:runs))
ORDER BY run_id, level, problem_id, task_id, step, sample, turn;
