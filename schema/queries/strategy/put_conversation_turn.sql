INSERT INTO conversation_turn (rollout_id, parent_id, shown, n_dropped, checksum) VALUES (:rollout_id, :parent_id, :shown, :n_dropped, :checksum);
