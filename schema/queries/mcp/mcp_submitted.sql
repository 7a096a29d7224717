-- How many evaluations of a run and task were submissions.
SELECT count(*) AS n
FROM run
JOIN rollout r ON r.run_id = run.run_id
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
JOIN exchange x ON x.evaluation_id = e.evaluation_id
WHERE run.name = :run AND (t.label = :task OR :task IN (t.suite || ':' || t.label, t.suite || ':' || t.name)) AND EXISTS (SELECT 1 FROM json_each(x.tags, '$.other') o WHERE o.value = 'tool: submit');
