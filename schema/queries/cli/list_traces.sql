-- Evaluations of definitions' shapes as flashinfer-bench's trace rows, where an evaluation at all shapes has one for each that was asked; line is NULL where its form has no word for one: a right one without times.
WITH of_run AS (
  SELECT v.rollout_id, v.evaluation_id, v.outcome, v.code, v.code_sha256, v.cheat_kind, v.message, v.runtime_us, v.baseline_runtime_us, v.speedup,
         t.suite, t.name
  FROM v_rollout v
  JOIN task t ON t.task_id = v.task_id
  WHERE (:run IS NULL OR v.run = :run) AND v.evaluation_id IS NOT NULL AND v.outcome <> 'infra' AND t.kind = 'torch'
), at_shapes AS (
  SELECT o.*, o.name AS shape_name FROM of_run o WHERE instr(o.name, '@') > 1
  UNION ALL
  SELECT o.rollout_id, o.evaluation_id, CASE WHEN s.pass THEN 'measured' ELSE o.outcome END, o.code, o.code_sha256,
         CASE WHEN NOT s.pass THEN o.cheat_kind END, CASE WHEN NOT s.pass THEN o.message END,
         CASE WHEN s.pass THEN s.value END, CASE WHEN s.pass THEN s.bound END, CASE WHEN s.pass THEN s.bound / s.value END, o.suite, o.name, o.name || '@' || s.detail
  FROM of_run o
  JOIN evidence s ON s.evaluation_id = o.evaluation_id AND s.kind = 'shape'
  WHERE instr(o.name, '@') = 0
), shown AS (
  SELECT v.rollout_id, v.evaluation_id, substr(t.name, 1, instr(t.name, '@') - 1) AS definition, v.outcome, v.code, v.code_sha256,
         substr(b.text, instr(b.text, '# Rollbook workload: ') + 21) AS rest,
         CASE v.outcome WHEN 'measured' THEN 'PASSED' WHEN 'mismatch' THEN 'INCORRECT_NUMERICAL' WHEN 'nan' THEN 'INCORRECT_NUMERICAL'
           WHEN 'wrong_shape' THEN 'INCORRECT_SHAPE' WHEN 'timeout' THEN 'TIMEOUT' WHEN 'crash' THEN 'RUNTIME_ERROR'
           WHEN 'launch' THEN 'RUNTIME_ERROR' WHEN 'cheat' THEN 'RUNTIME_ERROR' ELSE 'COMPILE_ERROR' END AS status,
         v.cheat_kind, v.message, v.runtime_us, v.baseline_runtime_us, v.speedup
  FROM at_shapes v
  JOIN task t ON t.suite = v.suite AND t.name = v.shape_name AND t.kind = 'torch'
  JOIN blob b ON b.blob_id = t.module_blob_id
  WHERE b.text LIKE '# Rollbook problem: definition%' AND instr(b.text, '# Rollbook workload: ') > 0
)
SELECT CASE WHEN s.status <> 'PASSED' OR s.speedup IS NOT NULL THEN json_object(
    'definition', s.definition,
    'workload', json(substr(s.rest, 1, instr(s.rest, char(10)) - 1)),
    'solution', coalesce(CASE WHEN json_valid(s.code) AND json_type(s.code, '$.name') = 'text' THEN json_extract(s.code, '$.name') END,
                         'rollbook_' || substr(coalesce(s.code_sha256, 'no_code'), 1, 12)),
    'evaluation', json_object(
      'status', s.status,
      'environment', json_object('hardware', coalesce(nullif(e.device, ''), 'unknown'), 'libs', json_object()),
      'timestamp', e.created_at,
      'log', CASE WHEN s.cheat_kind IS NULL THEN coalesce(s.message, '') ELSE 'cheat: ' || s.cheat_kind || ': ' || coalesce(s.message, '') END,
      'correctness', CASE WHEN s.status IN ('PASSED', 'INCORRECT_NUMERICAL') THEN
        json_patch('{}', json_object('max_absolute_error', e.max_abs_err, 'max_relative_error', e.max_rel_err)) END,
      'performance', CASE WHEN s.status = 'PASSED' THEN json_object('latency_ms', s.runtime_us / 1000.0,
        'reference_latency_ms', s.baseline_runtime_us / 1000.0, 'speedup_factor', s.speedup) END)) END AS line
FROM shown s
JOIN v_evaluation e ON e.evaluation_id = s.evaluation_id
WHERE json_valid(substr(s.rest, 1, instr(s.rest, char(10)) - 1))
ORDER BY s.definition, s.rollout_id;
