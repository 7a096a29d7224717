INSERT INTO evaluation (rollout_id, device_id, outcome, compiled, correct, message, discarded_samples, log_blob_id, task_case, eval_mode,
  correct_trials, timed_runs, input_seed, inputs, rule, import_source_id, purpose, created_at, checksum /*, result */)
VALUES (:rollout_id, :device_id, :outcome, :compiled, :correct, :message, :discarded_samples, :log_blob_id, :task_case, :eval_mode,
  :correct_trials, :timed_runs, :input_seed, :inputs, :rule, :import_source_id, :purpose, :created_at, :checksum /*, :result */);
