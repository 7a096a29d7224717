-- The evaluations of a rollout that has several.
SELECT evaluation_id, primary_evaluation, coalesce(purpose, 'score') AS purpose, outcome, cheat_kind, speedup, speedup_lower, speedup_upper, runtime_us, device, eval_mode,
       task_case, created_at, message
FROM v_evaluation
WHERE rollout_id = :id AND (SELECT count(*) FROM evaluation x WHERE x.rollout_id = :id) > 1
ORDER BY evaluation_id;
