-- Every evaluation of it.
SELECT evaluation_id, primary_evaluation, coalesce(purpose, 'score') AS purpose, outcome, cheat_kind, compiled, correct, speedup, speedup_lower, speedup_upper, runtime_us, device, eval_mode,
       task_case, created_at, message
FROM v_evaluation
WHERE rollout_id = :id
ORDER BY evaluation_id;
