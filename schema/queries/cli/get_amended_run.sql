-- What of a run can be amended, and whether Rollbook sampled it itself.
SELECT strategy, seed, json_type(config, '$.strategy') IS NOT NULL AND import_source_id IS NULL AS is_own, status = 'running' AS is_running
FROM run WHERE run_id = :run_id;
