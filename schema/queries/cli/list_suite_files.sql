-- Evaluations of problems with several shapes, shapes and evaluations of a candidate one after the other, for the suites' own files.
SELECT CASE WHEN b.text LIKE '# Rollbook problem: kernelbot%' THEN 1 ELSE 0 END AS is_kernelbot,
       instr(b.text, '''form'': ''sol''') > 0 AS is_sol,
       substr(t.name, 1, instr(t.name, '@') - 1) AS problem, substr(t.name, instr(t.name, '@') + 1) AS shape, t.name,
       substr(b.text, instr(b.text, '# Rollbook workload: ') + 21, instr(substr(b.text, instr(b.text, '# Rollbook workload: ') + 21), char(10)) - 1) AS workload,
       v.run, v.code, v.code_sha256, v.outcome, v.cheat_kind, v.message, m.runtime_us, m.n_samples, m.samples_us,
       e.total_ms, e.created_at, e.device, e.backend
FROM v_rollout v
JOIN task t ON t.task_id = v.task_id
JOIN blob b ON b.blob_id = t.module_blob_id
JOIN v_evaluation e ON e.evaluation_id = v.evaluation_id
LEFT JOIN measurement m ON m.evaluation_id = v.evaluation_id AND m.subject = 'candidate'
WHERE (:run IS NULL OR v.run = :run) AND v.outcome <> 'infra' AND v.code IS NOT NULL AND instr(t.name, '@') > 1
  AND (b.text LIKE '# Rollbook problem: definition%' OR b.text LIKE '# Rollbook problem: kernelbot%')
ORDER BY t.suite, problem, v.code_sha256, t.name, v.rollout_id DESC;
