-- The cells after this one whose facts do not count, with the number of their rollouts and between which keys these lie.
SELECT f.run_id, f.task_id, f.step, f.data_id, count(r.rollout_id) AS n,
       min(r.rollout_id) AS first_id, max(r.rollout_id) AS last_id
FROM fact_cell f
LEFT JOIN rollout r ON r.run_id = f.run_id AND r.task_id = f.task_id AND r.step = f.step
WHERE (f.run_id, f.task_id, f.step) > (:run_id, :task_id, :step) AND f.packed IS NOT f.epoch
GROUP BY f.run_id, f.task_id, f.step
ORDER BY f.run_id, f.task_id, f.step;
