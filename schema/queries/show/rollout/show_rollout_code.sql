-- The kernel file, or what was extracted when none was assembled.
SELECT coalesce(b.text, b.data) AS content
FROM rollout r
JOIN blob b ON b.blob_id = coalesce(r.code_blob_id, r.action_blob_id)
WHERE r.rollout_id = :id;
