-- A rollout, where it stands and its texts by key.
SELECT r.rollout_id, r.run_id, r.task_id, r.step, r.turn, r.sample, v.run, v.strategy, v.task, v.task_name, v.outcome, v.cheat_kind, v.compiled, v.correct, v.message,
       v.speedup, v.speedup_lower, v.speedup_upper, v.within_noise, v.confirmed_speedup, v.runtime_us, v.baseline_runtime_us, v.baseline, v.evaluation_id,
       coalesce(r.code_blob_id, r.action_blob_id) AS code_blob_id, r.completion_blob_id, coalesce(r.prompt_blob_id, t.prompt_blob_id) AS prompt_blob_id,
       f.blob_id AS feedback_blob_id, e.log_blob_id, e.why_no_speedup
FROM rollout r
JOIN v_rollout v ON v.rollout_id = r.rollout_id
LEFT JOIN run_task t ON t.run_id = r.run_id AND t.task_id = r.task_id
LEFT JOIN feedback f ON f.rollout_id = r.rollout_id
LEFT JOIN evaluation e ON e.evaluation_id = v.evaluation_id
WHERE r.rollout_id = :id
LIMIT 1;
