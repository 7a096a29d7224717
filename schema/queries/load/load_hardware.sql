-- Runtimes of baselines by device: stored ones, and those measured beside candidates.
SELECT b.name AS baseline, b.hardware AS hardware, t.label AS task, t.level AS level,
       t.problem_id AS problem_id, t.task_id AS task_id, b.runtime_us AS runtime_us, 'stored' AS source
FROM baseline b JOIN task t ON t.task_id = b.task_id
WHERE b.runtime_us IS NOT NULL AND (:baseline IS NULL OR b.name = :baseline)
UNION ALL
SELECT m.baseline, d.name, t.label, t.level, t.problem_id, t.task_id,
       m.runtime_us, 'measured'
FROM measurement m
JOIN evaluation e ON e.evaluation_id = m.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN task t ON t.task_id = r.task_id
JOIN device d ON d.device_id = e.device_id
WHERE m.subject = 'baseline' AND m.baseline IS NOT NULL AND (:baseline IS NULL OR m.baseline = :baseline)
ORDER BY baseline, source, level, problem_id, task_id, hardware, runtime_us;
