-- The last evaluations of a run, of one task or of all, the newest first.
SELECT e.evaluation_id
FROM run
JOIN rollout r ON r.run_id = run.run_id
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
WHERE run.name = :run AND (:task IS NULL OR t.label = :task OR :task IN (t.suite || ':' || t.label, t.suite || ':' || t.name))
ORDER BY e.evaluation_id DESC
LIMIT :n;
