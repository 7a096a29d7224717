-- What selection needs beyond load_rollouts, in its order: identity and size of the
-- code, log-probabilities of the tokens.
SELECT v.run_id, v.task_id, v.step, v.sample, r.code_blob_id, coalesce(a.bytes, c.bytes) AS completion_bytes, k.logprobs
FROM v_rollout v
JOIN rollout r ON r.rollout_id = v.rollout_id
LEFT JOIN blob a ON a.blob_id = r.action_blob_id
LEFT JOIN blob c ON c.blob_id = r.code_blob_id
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
WHERE v.run IN (SELECT value FROM json_each(:runs)) AND v.outcome <> 'infra'
ORDER BY v.run_id, v.level, v.problem_id, v.task_id, v.step, v.sample, v.turn;
