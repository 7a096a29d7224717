-- The same as load_sample_details for a run whose rollouts are all scored and have one turn.
-- columns: those of load_sample_details
SELECT r.run_id, r.task_id, r.step, r.sample, r.code_blob_id, coalesce(a.bytes, c.bytes) AS completion_bytes, k.logprobs
FROM run
JOIN rollout r ON r.run_id = run.run_id
LEFT JOIN blob a ON a.blob_id = r.action_blob_id
LEFT JOIN blob c ON c.blob_id = r.code_blob_id
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
WHERE run.name = :run
ORDER BY r.run_id, r.step, r.task_id, r.turn, r.sample;
