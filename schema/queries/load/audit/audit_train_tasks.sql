-- Tasks that the run's split trains on, as far as the database knows them by name.
SELECT t.task_id, t.label AS task, t.name, coalesce(t.family, '') AS family
FROM run r
JOIN split s ON s.split_id = r.split_id,
     json_each(coalesce(json_extract(s.json, '$.problem_ids.train'), json_extract(s.json, '$.train'), '[]')) x
JOIN task t ON t.level = s.level AND t.problem_id = x.value
WHERE r.run_id = :run_id AND t.name <> ''
ORDER BY t.task_id;
