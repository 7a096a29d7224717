SELECT blob_id, coalesce(data, text), sha256, bytes FROM blob ORDER BY blob_id;
