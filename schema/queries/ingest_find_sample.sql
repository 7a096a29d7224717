-- What a sample was imported with: its record and the hashes of its texts.
SELECT r.extra, p.sha256, c.sha256, k.sha256
FROM rollout r
LEFT JOIN blob p ON p.blob_id = r.prompt_blob_id
LEFT JOIN blob c ON c.blob_id = r.completion_blob_id
LEFT JOIN blob k ON k.blob_id = r.code_blob_id
WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.turn = :turn AND r.sample = :sample;
