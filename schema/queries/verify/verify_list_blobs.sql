SELECT blob_id, coalesce(data, text) AS content, sha256, bytes FROM blob ORDER BY blob_id;
