INSERT INTO reward (rollout_id, recipe, value, advantage) VALUES (:rollout_id, :recipe, :value, :advantage)
ON CONFLICT (rollout_id, recipe) DO UPDATE SET value = excluded.value, advantage = excluded.advantage;
