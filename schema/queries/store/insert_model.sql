INSERT INTO model (name, revision, kind) VALUES (:name, :revision, :kind) RETURNING model_id;
