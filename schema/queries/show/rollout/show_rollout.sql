-- One rollout with the evaluation that counts; its texts come apart.
SELECT rollout_id, run, strategy, seed, task, task_name, family, step, turn, sample, outcome, cheat_kind, compiled, correct,
       speedup, speedup_lower, speedup_upper, within_noise, confirmed_speedup, runtime_us, baseline_runtime_us, baseline, message, evaluation_id, finish_reason, prompt_tokens,
       completion_tokens, sum_logprob, mean_logprob, mean_surprisal, logprob_temperature, code_sha256, extra
FROM v_rollout
WHERE rollout_id = :id;
