-- Its compile log.
SELECT coalesce(b.text, b.data) FROM evaluation e JOIN blob b ON b.blob_id = e.log_blob_id WHERE e.evaluation_id = :id;
