-- What each text reached at each shape of a problem, shapes of a problem and evaluations of a text one after the other.  A shape is a task,
-- or evidence of a task of all shapes, which is right at none where there is no evidence.
WITH of_runs AS (
  SELECT v.rollout_id, v.run_id, v.run, v.evaluation_id, v.code_sha256, v.correct, v.speedup, v.runtime_us, v.baseline_runtime_us,
         t.suite, t.name
  FROM v_rollout v
  JOIN task t ON t.task_id = v.task_id
  WHERE v.run IN (SELECT value FROM json_each(:runs)) AND v.evaluation_id IS NOT NULL AND v.outcome <> 'infra' AND t.kind = 'torch'
), shapes AS (
  SELECT suite, name, substr(name, 1, instr(name, '@') - 1) AS problem, substr(name, instr(name, '@') + 1) AS shape
  FROM task
  WHERE kind = 'torch' AND instr(name, '@') > 1
), at_shapes AS (
  SELECT rollout_id, run_id, run, suite, code_sha256, name, correct, 1 AS tried, speedup, runtime_us, baseline_runtime_us,
         (SELECT e.value FROM evidence e WHERE e.evaluation_id = o.evaluation_id AND e.kind = 'roofline') AS roofline
  FROM of_runs o
  WHERE instr(name, '@') > 1
  UNION ALL
  SELECT o.rollout_id, o.run_id, o.run, o.suite, o.code_sha256, k.name, coalesce(s.pass, 0), s.evaluation_id IS NOT NULL,
         CASE WHEN o.speedup IS NOT NULL THEN s.bound / s.value END, CASE WHEN s.pass THEN s.value END, CASE WHEN s.pass THEN s.bound END,
         (SELECT e.value FROM evidence e WHERE e.evaluation_id = o.evaluation_id AND e.kind = 'shape_roofline' AND e.detail = k.shape)
  FROM of_runs o
  JOIN shapes k ON k.suite = o.suite AND k.problem = o.name
  LEFT JOIN evidence s ON s.evaluation_id = o.evaluation_id AND s.kind = 'shape' AND s.detail = k.shape
)
SELECT a.run, a.suite, substr(a.name, 1, instr(a.name, '@') - 1) AS problem, a.code_sha256 AS code, a.name, a.correct, a.tried,
       a.speedup, a.runtime_us, a.baseline_runtime_us, a.roofline,
       CASE WHEN b.text LIKE '# Rollbook problem: definition' || char(10) || '# Rollbook weight: %'
         THEN CAST(substr(b.text, length('# Rollbook problem: definition') + length('# Rollbook weight: ') + 2, 40) AS REAL) END AS weight,
       (SELECT count(*) FROM shapes k WHERE k.suite = a.suite AND k.problem = substr(a.name, 1, instr(a.name, '@') - 1)) AS known
FROM at_shapes a
LEFT JOIN task t ON t.suite = a.suite AND t.name = a.name AND t.kind = 'torch'
LEFT JOIN blob b ON b.blob_id = t.module_blob_id
ORDER BY a.run_id, a.suite, problem, a.code_sha256, a.name, a.rollout_id;
