-- The runs with their models.
SELECT run_id, run, coalesce(model, '') AS model_name
FROM v_run
WHERE run IN (SELECT value FROM json_each(:runs))
ORDER BY run_id;
