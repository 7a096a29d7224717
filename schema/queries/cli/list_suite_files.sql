-- Evaluations of problems with several shapes, shapes and evaluations of a candidate one after the other, for the suites' own files.  A shape is
-- a task, or evidence of a task of all shapes, whose outcome is that of the shape that is not right.
WITH of_run AS (
  SELECT v.rollout_id, v.evaluation_id, v.run, v.code, v.code_sha256, v.outcome, v.cheat_kind, v.message, t.suite, t.name
  FROM v_rollout v
  JOIN task t ON t.task_id = v.task_id
  WHERE (:run IS NULL OR v.run = :run) AND v.outcome <> 'infra' AND v.code IS NOT NULL AND t.kind = 'torch'
), at_shapes AS (
  SELECT o.*, o.name AS shape_name, m.runtime_us, m.n_samples, m.samples_us, 1 AS n
  FROM of_run o
  LEFT JOIN measurement m ON m.evaluation_id = o.evaluation_id AND m.subject = 'candidate'
  WHERE instr(o.name, '@') > 1
  UNION ALL
  SELECT o.rollout_id, o.evaluation_id, o.run, o.code, o.code_sha256, CASE WHEN s.pass THEN 'measured' ELSE o.outcome END,
         CASE WHEN NOT s.pass THEN o.cheat_kind END, CASE WHEN NOT s.pass THEN o.message END, o.suite, o.name,
         o.name || '@' || s.detail, CASE WHEN s.pass THEN s.value END, NULL, NULL,
         (SELECT count(*) FROM evidence k WHERE k.evaluation_id = o.evaluation_id AND k.kind = 'shape')
  FROM of_run o
  JOIN evidence s ON s.evaluation_id = o.evaluation_id AND s.kind = 'shape'
  WHERE instr(o.name, '@') = 0
)
SELECT CASE WHEN b.text LIKE '# Rollbook problem: kernelbot%' THEN 1 ELSE 0 END AS is_kernelbot,
       instr(b.text, '''form'': ''sol''') > 0 AS is_sol,
       substr(t.name, 1, instr(t.name, '@') - 1) AS problem, substr(t.name, instr(t.name, '@') + 1) AS shape, t.name,
       substr(b.text, instr(b.text, '# Rollbook workload: ') + 21, instr(substr(b.text, instr(b.text, '# Rollbook workload: ') + 21), char(10)) - 1) AS workload,
       a.run, a.code, a.code_sha256, a.outcome, a.cheat_kind, a.message, a.runtime_us, a.n_samples, a.samples_us,
       e.total_ms / a.n AS total_ms, e.created_at, e.device, e.backend
FROM at_shapes a
JOIN task t ON t.suite = a.suite AND t.name = a.shape_name AND t.kind = 'torch'
JOIN blob b ON b.blob_id = t.module_blob_id
JOIN v_evaluation e ON e.evaluation_id = a.evaluation_id
WHERE b.text LIKE '# Rollbook problem: definition%' OR b.text LIKE '# Rollbook problem: kernelbot%'
ORDER BY t.suite, problem, a.code_sha256, t.name, a.rollout_id DESC;
