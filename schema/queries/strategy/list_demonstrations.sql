-- What a run learns from and is scored on, in order.
SELECT d.part, CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || t.label AS task, k.n_tokens, k.token_ids
FROM demonstration d
JOIN rollout r ON r.rollout_id = d.rollout_id
JOIN task t ON t.task_id = r.task_id
JOIN rollout_tokens k ON k.rollout_id = d.rollout_id
WHERE d.run_id = :run_id AND d.part <> 'left out'
ORDER BY d.position;
