SELECT blob_id, kind, coalesce(data, text) AS content, sha256, bytes FROM blob ORDER BY blob_id;
