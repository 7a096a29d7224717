-- What the page of a rollout does not say elsewhere.
SELECT v.evaluation_id, e.kind, d.name AS device, e.eval_mode, e.task_case, e.precision_class, e.launch_count, e.compile_ms, e.total_ms, e.created_at AS evaluated_at,
       v.finish_reason, v.prompt_tokens, v.completion_tokens, v.sum_logprob, v.mean_logprob, v.logprob_temperature, v.code_sha256, v.extra
FROM v_rollout v
LEFT JOIN evaluation e ON e.evaluation_id = v.evaluation_id
LEFT JOIN device d ON d.device_id = e.device_id
WHERE v.rollout_id = :id
LIMIT 1;
