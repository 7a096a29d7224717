-- Measurements of the runs with their raw samples, and the device time of profiled kernels.
SELECT r.run_id, k.label AS task, m.subject, coalesce(d.name, '') AS device_name, m.method, m.runtime_us, m.samples_us,
       CASE WHEN m.subject = 'candidate' THEN
           (SELECT sum(p.device_us) FROM profile_kernel p WHERE p.evaluation_id = m.evaluation_id) END AS profiled_us
FROM measurement m
JOIN evaluation e ON e.evaluation_id = m.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN task k ON k.task_id = r.task_id
LEFT JOIN device d ON d.device_id = e.device_id
WHERE r.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
ORDER BY r.run_id, k.level, k.problem_id, k.task_id, m.subject, m.method, device_name, m.measurement_id;
