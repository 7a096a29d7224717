-- Its rewards.
SELECT recipe, value, advantage FROM reward WHERE rollout_id = :id ORDER BY recipe;
