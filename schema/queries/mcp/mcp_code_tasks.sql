-- Tasks that the same kernel was evaluated for.
SELECT DISTINCT t.level, t.problem_id
FROM blob b
JOIN rollout r ON r.code_blob_id = b.blob_id
JOIN task t ON t.task_id = r.task_id
WHERE b.sha256 = :code_sha256
ORDER BY t.level, t.problem_id;
