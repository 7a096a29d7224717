-- Resolved settings of runs, one a row: our own runs keep {"value": ..., "origin": ...} of each, imports plain values.
SELECT run.name, s.key,
       CASE WHEN s.type = 'object' AND json_type(s.value, '$.origin') IS NOT NULL THEN s.value ->> '$.value' ELSE s.value END AS value,
       CASE WHEN s.type = 'object' THEN s.value ->> '$.origin' END AS origin
FROM run, json_each(run.config) AS s
WHERE run.name IN (SELECT value FROM json_each(:runs)) AND json_type(run.config) = 'object'
ORDER BY run.run_id, s.key;
