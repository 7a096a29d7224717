-- The devices that a run's samples were timed on, and how many on each.
SELECT d.name, count(*) AS n
FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
JOIN device d ON d.device_id = e.device_id
JOIN measurement m ON m.evaluation_id = e.evaluation_id AND m.subject = 'candidate'
WHERE run.name = :run
GROUP BY d.name
ORDER BY d.name;
