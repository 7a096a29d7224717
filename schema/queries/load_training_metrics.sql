-- Numbers that the updates left behind, by name; what is no number is left out.
SELECT run.name, s.step, j.key, CAST(j.value AS REAL)
FROM step s
JOIN run ON run.run_id = s.run_id
JOIN json_each(s.update_metrics) j
WHERE run.name IN (SELECT value FROM json_each(:runs)) AND s.update_metrics IS NOT NULL
  AND j.type IN ('integer', 'real')
ORDER BY run.name, j.key, s.step;
