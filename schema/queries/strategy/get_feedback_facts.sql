-- What an evaluation found, for the text that a model is given.
SELECT CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || v.task AS task, v.turn, v.evaluation_id, v.outcome, v.cheat_kind, v.compiled, v.correct, v.message, l.text,
  e.signal, e.fault_place, e.trials_run, e.trials_passed, e.max_abs_err, e.max_rel_err, e.matched_share, e.worst_index,
  v.runtime_us, c.min_us, c.max_us, c.n_samples, v.baseline_runtime_us, v.speedup, v.finish_reason
FROM v_rollout v
JOIN task t ON t.task_id = v.task_id
JOIN evaluation e ON e.evaluation_id = v.evaluation_id
LEFT JOIN blob l ON l.blob_id = e.log_blob_id
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
WHERE v.rollout_id = :rollout_id;
