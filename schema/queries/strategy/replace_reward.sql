-- A value that an update has used stays.
INSERT INTO reward (rollout_id, recipe, value, advantage) VALUES (:rollout_id, :recipe, :value, NULL)
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value WHERE advantage IS NULL;
