-- Runs that do not adapt and cannot be held against any of those that do: no common task, or another policy at the start.
WITH chosen AS (SELECT run_id, name, strategy, json_extract(config, '$.from.value') AS begins FROM run WHERE name IN (SELECT value FROM json_each(:runs))),
     adapted AS (SELECT * FROM chosen WHERE strategy = 'ttt')
SELECT c.name AS run,
       CASE WHEN NOT EXISTS (SELECT 1 FROM run_task t WHERE t.run_id = c.run_id) THEN 'it does not say which tasks it is about: no run_task rows'
            WHEN NOT EXISTS (SELECT 1 FROM adapted a JOIN run_task t ON t.run_id = a.run_id) THEN 'no run that adapts says which tasks it is about: no run_task rows'
            WHEN NOT EXISTS (SELECT 1 FROM adapted a JOIN run_task t ON t.run_id = a.run_id
                             JOIN run_task o ON o.task_id = t.task_id AND o.run_id = c.run_id) THEN 'it has no task of a run that adapts'
            WHEN c.begins IS NULL THEN 'it begins with the unadapted policy, and no run that adapts does'
            ELSE 'it begins with what run ' || c.begins || ' learned, and no run that adapts does' END AS reason
FROM chosen c
WHERE c.strategy <> 'ttt' AND EXISTS (SELECT 1 FROM adapted)
  AND NOT EXISTS (SELECT 1 FROM adapted a JOIN run_task t ON t.run_id = a.run_id
                  JOIN run_task o ON o.task_id = t.task_id AND o.run_id = c.run_id
                  WHERE (a.begins IS NULL) = (c.begins IS NULL))
ORDER BY c.run_id;
