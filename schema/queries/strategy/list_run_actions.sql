-- Everything the replay policy needs to re-emit a run.
SELECT CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || t.label AS task, r.step, r.sample, coalesce(b.data, b.text) AS content, k.n_tokens, k.token_ids, k.logprobs,
  r.logprob_temperature, r.finish_reason, r.turn
FROM rollout r
JOIN task t ON t.task_id = r.task_id
LEFT JOIN blob b ON b.blob_id = r.completion_blob_id
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
WHERE r.run_id = :run_id
ORDER BY r.step, r.turn, r.task_id, r.sample;
