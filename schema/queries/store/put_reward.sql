INSERT INTO reward (rollout_id, recipe, value, advantage, checksum) VALUES (:rollout_id, :recipe, :value, :advantage, :checksum)
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, advantage = excluded.advantage, checksum = excluded.checksum;
