-- One evaluation; its log and evidence come apart.
SELECT evaluation_id, rollout_id, primary_evaluation, run, task, step, turn, sample, outcome, cheat_kind, compiled, correct, message,
       coalesce(purpose, 'score') AS purpose, speedup, within_noise, runtime_us, baseline_runtime_us, baseline, trials_run, trials_passed, max_abs_err, max_rel_err,
       matched_share, worst_index, signal, fault_address, fault_place, task_case, eval_mode, correct_trials, timed_runs, input_seed,
       discarded_samples, compile_ms, compile_cached, total_ms, artifact_sha256 /*, result */, backend, device, created_at
FROM v_evaluation
WHERE evaluation_id = :id;
