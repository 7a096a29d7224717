-- A value that an update has used stays.
INSERT INTO reward (rollout_id, recipe, value, advantage, median, checksum)
VALUES (:rollout_id, :recipe, :value, NULL, :median, :checksum)
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, median = excluded.median, checksum = excluded.checksum WHERE advantage IS NULL;
