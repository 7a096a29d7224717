-- The runs with these names.
SELECT run_id, run, strategy, status, model, model_revision, split, split_hash, backend, device, baseline,
       task_case, eval_mode, code_version, started_at, seed, temperature, k, n_steps
FROM v_run
WHERE run IN (SELECT value FROM json_each(:runs))
ORDER BY run_id;
