-- The samples of a run with the tokens and texts they are made of; later turns answer another prompt.
SELECT r.rollout_id, CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || t.label AS task, k.n_tokens, k.token_ids, k.logprobs, r.logprob_temperature,
       r.prompt_blob_id, r.completion_blob_id
FROM rollout r
JOIN task t ON t.task_id = r.task_id
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
WHERE r.run_id = :run_id AND r.turn = 0
ORDER BY r.task_id, r.step, r.sample;
