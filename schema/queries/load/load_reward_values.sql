-- Rewards of rollouts from one to another.
SELECT rollout_id, recipe, value FROM reward WHERE rollout_id BETWEEN :first AND :last;
