SELECT coalesce(max(blob_id), 0) AS last_id FROM blob;
