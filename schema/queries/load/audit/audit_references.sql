-- Extremes of the reference's times beside samples of other runs, of a run's tasks on its devices.
SELECT e0.task_id, d.name AS device, coalesce(e.task_case, run.task_case, '') AS task_case, run.name AS run,
       min(b.runtime_us) AS least_us, max(b.runtime_us) AS most_us
FROM (SELECT DISTINCT task_id FROM rollout WHERE run_id = :run_id) e0
JOIN rollout r ON r.task_id = e0.task_id AND r.run_id <> :run_id
JOIN run ON run.run_id = r.run_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
JOIN device d ON d.device_id = e.device_id
JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
WHERE b.runtime_us > 0
GROUP BY e0.task_id, d.name, coalesce(e.task_case, run.task_case, ''), run.name
ORDER BY e0.task_id, d.name, run.name;
