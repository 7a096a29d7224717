SELECT split_id FROM split WHERE split_hash = :split_hash;
