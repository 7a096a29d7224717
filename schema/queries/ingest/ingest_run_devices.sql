-- How many devices the evaluations of a run name, and the first and the last by name.
SELECT count(DISTINCT d.name) AS n, min(d.name) AS first_name, max(d.name) AS last_name
FROM rollout r JOIN evaluation e ON e.rollout_id = r.rollout_id JOIN device d ON d.device_id = e.device_id
WHERE r.run_id = :run_id;
