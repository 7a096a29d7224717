INSERT INTO blob (sha256, kind, bytes, text, data)
VALUES (:sha256, :kind, :bytes, :text, :data)
RETURNING blob_id;
