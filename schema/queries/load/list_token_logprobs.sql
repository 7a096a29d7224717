-- Log-probs of every rollout of the runs that has some, with the length of its text in bytes.
SELECT run.name AS run, t.name AS task_name, t.label AS task, r.step, r.turn, r.sample,
       k.logprobs, coalesce(c.bytes, 0) AS bytes
FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
LEFT JOIN blob c ON c.blob_id = r.completion_blob_id
WHERE run.name IN (SELECT value FROM json_each(:runs)) AND k.logprobs IS NOT NULL
ORDER BY r.run_id, t.suite, t.level, t.problem_id, r.step, r.turn, r.sample;
