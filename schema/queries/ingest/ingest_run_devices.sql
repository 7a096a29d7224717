-- How many devices the evaluations of a run name, the first and the last by name, and the only one.
SELECT count(DISTINCT d.name) AS n, min(d.name) AS first_name, max(d.name) AS last_name,
  CASE WHEN min(e.device_id) = max(e.device_id) THEN min(e.device_id) END AS device_id
FROM rollout r JOIN evaluation e ON e.rollout_id = r.rollout_id JOIN device d ON d.device_id = e.device_id
WHERE r.run_id = :run_id;
