INSERT INTO split (name, level, seed, split_hash, json, checksum) VALUES (:name, :level, :seed, :split_hash, :json, :checksum) RETURNING split_id;
