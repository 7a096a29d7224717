-- The evaluation of a run and task before another one; with :measured, the last that was right, on the same
-- device and case.
SELECT e.evaluation_id
FROM run
JOIN rollout r ON r.run_id = run.run_id
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
LEFT JOIN device d ON d.device_id = e.device_id
WHERE run.name = :run AND (t.label = :task OR :task IN (t.suite || ':' || t.label, t.suite || ':' || t.name)) AND e.evaluation_id < :id AND e.purpose IS NULL
  AND (:measured = 0 OR (e.outcome = 'measured' AND d.name IS :device AND e.task_case IS :task_case))
ORDER BY e.evaluation_id DESC
LIMIT 1;
