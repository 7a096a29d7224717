-- A value that an update has used stays.
INSERT INTO reward (rollout_id, recipe, value, advantage, checksum) VALUES (:rollout_id, :recipe, :value, NULL, :checksum)
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, checksum = excluded.checksum WHERE advantage IS NULL;
