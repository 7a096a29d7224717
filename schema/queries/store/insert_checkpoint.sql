INSERT INTO checkpoint (model_id, parent_id, sha256, blob_id)
VALUES (:model_id, :parent_id, :sha256, :blob_id)
RETURNING checkpoint_id;
