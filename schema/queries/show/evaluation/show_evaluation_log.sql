-- Its compile log.
-- columns: those of show_rollout_code
SELECT coalesce(b.text, b.data) AS content FROM evaluation e JOIN blob b ON b.blob_id = e.log_blob_id WHERE e.evaluation_id = :id;
