INSERT INTO reward (rollout_id, recipe, value, advantage, median, checksum) VALUES (:rollout_id, :recipe, :value, :advantage, :median, :checksum)
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, advantage = excluded.advantage, median = excluded.median, checksum = excluded.checksum;
