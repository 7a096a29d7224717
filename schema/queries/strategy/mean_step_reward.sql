-- Of what the run learns from; NULL without a reward.
SELECT avg(w.value) AS mean_value
FROM reward w JOIN rollout r ON r.rollout_id = w.rollout_id
JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id AND k.role IS NOT 'held'
WHERE r.run_id = :run_id AND r.step = :step AND (:turn IS NULL OR r.turn = :turn) AND w.recipe = :recipe;
