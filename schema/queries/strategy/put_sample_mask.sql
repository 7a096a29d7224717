INSERT OR REPLACE INTO sample_mask (rollout_id, filter, value, bound, checksum) VALUES (:rollout_id, :filter, :value, :bound, :checksum);
