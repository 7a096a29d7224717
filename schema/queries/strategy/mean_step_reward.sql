-- NULL without a reward.
SELECT avg(w.value) AS mean_value
FROM reward w JOIN rollout r ON r.rollout_id = w.rollout_id
WHERE r.run_id = :run_id AND r.step = :step AND r.turn = :turn AND w.recipe = :recipe;
