-- What the model wrote.
SELECT coalesce(b.text, b.data) FROM rollout r JOIN blob b ON b.blob_id = r.completion_blob_id WHERE r.rollout_id = :id;
