-- Numbers that the updates left behind, by the name of the run and theirs; what is no number is left out.
WITH named AS MATERIALIZED (
    SELECT run_id, row_number() OVER (ORDER BY name) AS place FROM run
    WHERE name IN (SELECT value FROM json_each(:runs)))
SELECT s.run_id, s.step, j.key, CAST(j.value AS REAL) AS metric
FROM step s
JOIN named ON named.run_id = s.run_id
JOIN json_each(s.update_metrics) j
WHERE s.update_metrics IS NOT NULL AND j.type IN ('integer', 'real')
ORDER BY named.place, j.key, s.step;
