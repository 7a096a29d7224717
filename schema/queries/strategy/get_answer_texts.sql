-- What a model emitted, and the code that was made of it.
SELECT c.text AS emitted, coalesce(p.text, a.text, c.text) AS code
FROM rollout r
LEFT JOIN blob c ON c.blob_id = r.completion_blob_id
LEFT JOIN blob a ON a.blob_id = r.action_blob_id
LEFT JOIN blob p ON p.blob_id = r.code_blob_id
WHERE r.rollout_id = :rollout_id;
