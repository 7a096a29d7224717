-- Distinct candidate texts of a run.
SELECT b.blob_id, b.text
FROM blob b
WHERE b.blob_id IN (SELECT coalesce(code_blob_id, action_blob_id) FROM rollout WHERE run_id = :run_id)
  AND b.text IS NOT NULL
ORDER BY b.blob_id;
