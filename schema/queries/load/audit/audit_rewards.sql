-- Rewards of a run in the order they were computed in.
SELECT w.rollout_id, w.recipe, w.value, w.advantage,
  EXISTS (SELECT 1 FROM sample_mask m WHERE m.rollout_id = w.rollout_id) AS is_masked
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
LEFT JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id
WHERE r.run_id = :run_id
ORDER BY w.recipe, r.step, k.position, r.task_id, r.turn, r.sample;
