-- One evaluation with its kernel, for an agent.
SELECT e.evaluation_id, e.run, iif(t.module_blob_id IS NULL, e.task, t.suite || ':' || e.task) AS task, t.level, t.problem_id, e.outcome, e.cheat_kind, e.message, e.correct, e.why_no_speedup, e.eval_mode,
       e.task_case, e.backend, e.device, e.rule, e.verdict_sha256, e.purpose, e.speedup, e.speedup_lower, e.speedup_upper, e.runtime_us,
       e.baseline_runtime_us, e.launch_count, b.text AS code, b.sha256 AS code_sha256
FROM v_evaluation e
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN task t ON t.task_id = r.task_id
LEFT JOIN blob b ON b.blob_id = r.code_blob_id
WHERE e.evaluation_id = :id;
