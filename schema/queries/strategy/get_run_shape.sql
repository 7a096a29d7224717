-- last_step is what the run really reached, which early stopping makes less than n_steps.
SELECT config, status, import_source_id IS NOT NULL AS is_imported,
  (SELECT coalesce(max(r.step), 0) FROM rollout r WHERE r.run_id = run.run_id) AS last_step
FROM run WHERE run_id = :run_id;
