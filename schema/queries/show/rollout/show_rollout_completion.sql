-- What the model wrote.
-- columns: those of show_rollout_code
SELECT coalesce(b.text, b.data) AS content FROM rollout r JOIN blob b ON b.blob_id = r.completion_blob_id WHERE r.rollout_id = :id;
