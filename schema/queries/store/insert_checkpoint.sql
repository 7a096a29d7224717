INSERT INTO checkpoint (model_id, parent_id, sha256, blob_id, checksum)
VALUES (:model_id, :parent_id, :sha256, :blob_id, :checksum)
RETURNING checkpoint_id;
