INSERT INTO run (name, strategy, status, model_id, split_id, device_id, import_source_id, seed, temperature, k, n_steps,
  task_case, eval_mode, baseline, config, argv, code_version, libraries, started_at, finished_at, checksum)
VALUES (:name, :strategy, :status, :model_id, :split_id, :device_id, :import_source_id, :seed, :temperature, :k, :n_steps,
  :task_case, :eval_mode, :baseline, :config, :argv, :code_version, :libraries, :started_at, :finished_at, :checksum)
RETURNING run_id;
