-- The settings in which two runs differ.
WITH setting(run_id, name, value) AS (
    SELECT r.run_id, j.key, CASE WHEN j.type = 'object' THEN coalesce(json_extract(j.value, '$.value'), j.value) ELSE j.value END
    FROM run r, json_each(r.config) j WHERE r.run_id IN (:a, :b) AND j.key NOT IN ('name', 'input_secret')
    UNION SELECT run_id, 'model', model FROM v_run WHERE run_id IN (:a, :b)
    UNION SELECT run_id, 'device', device FROM v_run WHERE run_id IN (:a, :b)
    UNION SELECT run_id, 'compiler', compiler FROM v_run WHERE run_id IN (:a, :b)
    UNION SELECT run_id, 'flags', flags FROM v_run WHERE run_id IN (:a, :b)
    UNION SELECT run_id, 'code_version', code_version FROM v_run WHERE run_id IN (:a, :b)
    UNION SELECT run_id, 'strategy', strategy FROM v_run WHERE run_id IN (:a, :b))
SELECT n.name AS setting, cast(a.value AS TEXT) AS a, cast(b.value AS TEXT) AS b
FROM (SELECT DISTINCT name FROM setting) n
LEFT JOIN setting a ON a.name = n.name AND a.run_id = :a
LEFT JOIN setting b ON b.name = n.name AND b.run_id = :b
WHERE a.value IS NOT b.value
ORDER BY n.name;
