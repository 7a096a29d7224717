INSERT INTO split (name, level, seed, split_hash, json) VALUES (:name, :level, :seed, :split_hash, :json) RETURNING split_id;
