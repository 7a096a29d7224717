-- What a run is, in one line.
SELECT strategy, status, model, seed, temperature, k, n_steps, task_case, eval_mode, baseline, backend, device, split, code_version, started_at, finished_at,
       import_path
FROM v_run WHERE run_id = :id;
