-- All rows that wait for insert_evaluation.sql: its parameters in their order behind the key (src/store/waiting.c).
INSERT OR ROLLBACK INTO evaluation (evaluation_id, rollout_id, device_id, outcome, compiled, correct, message, discarded_samples, log_blob_id,
  task_case, eval_mode, correct_trials, timed_runs, input_seed, inputs, rule, import_source_id, purpose, created_at, checksum /*, result */)
SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19 /*, c20 result */
FROM waiting_evaluation;
