-- Compile log of the evaluation that counts.
-- columns: those of show_rollout_code
SELECT coalesce(b.text, b.data) AS content
FROM evaluation e
JOIN blob b ON b.blob_id = e.log_blob_id
WHERE e.evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = :id);
