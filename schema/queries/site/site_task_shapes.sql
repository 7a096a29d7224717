-- The shapes of a problem, for the page of the problem and of each shape: evaluations of either there, and the fastest of them.
WITH problem AS (
  SELECT suite, CASE WHEN instr(name, '@') > 1 THEN substr(name, 1, instr(name, '@') - 1) ELSE name END AS name
  FROM task WHERE task_id = :id AND kind = 'torch'
), shapes AS (
  SELECT t.task_id, t.label, substr(t.name, length(p.name) + 2) AS shape, p.suite, p.name AS problem
  FROM task t JOIN problem p ON t.suite = p.suite AND t.kind = 'torch' AND substr(t.name, 1, length(p.name) + 1) = p.name || '@'
), tried AS (
  SELECT k.task_id, v.rollout_id, coalesce(v.correct, 0) AS is_right, v.speedup,
         (SELECT e.value FROM evidence e WHERE e.evaluation_id = v.evaluation_id AND e.kind = 'roofline') AS roofline
  FROM shapes k CROSS JOIN v_rollout v ON v.task_id = k.task_id
  WHERE v.evaluation_id IS NOT NULL AND v.outcome <> 'infra'
  UNION ALL
  SELECT k.task_id, v.rollout_id, s.pass, CASE WHEN s.pass AND v.speedup IS NOT NULL THEN s.bound / s.value END,
         (SELECT e.value FROM evidence e WHERE e.evaluation_id = v.evaluation_id AND e.kind = 'shape_roofline' AND e.detail = k.shape)
  FROM shapes k
  CROSS JOIN task t ON t.suite = k.suite AND t.name = k.problem AND t.kind = 'torch'
  CROSS JOIN v_rollout v ON v.task_id = t.task_id
  CROSS JOIN evidence s ON s.evaluation_id = v.evaluation_id AND s.kind = 'shape' AND s.detail = k.shape
), ranked AS (
  SELECT task_id, rollout_id, speedup, roofline, count(*) OVER of_shape AS tried, sum(is_right) OVER of_shape AS n_right,
         row_number() OVER (PARTITION BY task_id ORDER BY speedup IS NULL, speedup DESC, rollout_id) AS nth
  FROM tried WINDOW of_shape AS (PARTITION BY task_id)
)
SELECT k.label AS task, coalesce(r.tried, 0) AS tried, coalesce(r.n_right, 0) AS correct, r.speedup AS best_speedup,
       CASE WHEN r.speedup IS NOT NULL THEN r.roofline END AS roofline, CASE WHEN r.speedup IS NOT NULL THEN r.rollout_id END AS rollout_id, k.task_id
FROM shapes k LEFT JOIN ranked r ON r.task_id = k.task_id AND r.nth = 1
ORDER BY k.task_id;
