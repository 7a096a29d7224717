INSERT INTO model (name, revision, kind, checksum) VALUES (:name, :revision, :kind, :checksum) RETURNING model_id;
