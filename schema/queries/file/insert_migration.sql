INSERT INTO migration (version, name, sha256, applied_at) VALUES (:version, :name, :sha256, :applied_at);
