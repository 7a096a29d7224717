INSERT OR REPLACE INTO sample_mask (rollout_id, filter, value, bound) VALUES (:rollout_id, :filter, :value, :bound);
