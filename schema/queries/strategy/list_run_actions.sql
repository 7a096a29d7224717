-- Everything the replay policy needs to re-emit a run.  Of a run over another suite (:suite), the code is re-emitted on
-- the tasks of the same numbers.
SELECT CASE WHEN :suite IS NOT NULL THEN :suite || ':' || coalesce(o.label, t.label) WHEN t.kind = 'torch' THEN t.suite || ':' || t.label ELSE t.label END AS task,
  r.step, r.sample, CASE WHEN :suite IS NULL THEN coalesce(b.data, b.text) ELSE coalesce(c.data, c.text) END AS content,
  k.n_tokens, k.token_ids, k.logprobs, r.logprob_temperature, r.finish_reason, r.turn
FROM rollout r
JOIN task t ON t.task_id = r.task_id
LEFT JOIN task o ON o.suite = :suite AND o.level = t.level AND o.problem_id = t.problem_id
LEFT JOIN blob b ON b.blob_id = r.completion_blob_id
LEFT JOIN blob c ON c.blob_id = r.code_blob_id
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
WHERE r.run_id = :run_id
ORDER BY r.step, r.turn, r.task_id, r.sample;
