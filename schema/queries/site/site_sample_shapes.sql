-- What a rollout of a problem reached at each of its shapes, in the order of the import.
WITH of_problem AS (
  SELECT v.evaluation_id, t.suite, t.name
  FROM v_rollout v JOIN task t ON t.task_id = v.task_id
  WHERE v.rollout_id = :id AND t.kind = 'torch' AND v.outcome <> 'infra'
), shapes AS (
  SELECT e.detail AS shape FROM evidence e JOIN of_problem o ON o.evaluation_id = e.evaluation_id WHERE e.kind = 'shape'
  UNION
  SELECT substr(t.name, length(o.name) + 2) FROM task t JOIN of_problem o ON o.suite = t.suite AND t.kind = 'torch'
    AND substr(t.name, 1, length(o.name) + 1) = o.name || '@'
)
SELECT s.shape, CASE WHEN e.evaluation_id IS NULL THEN 'not tried' WHEN NOT e.pass AND e.value >= e.bound THEN iif(EXISTS (SELECT 1 FROM evidence h WHERE h.evaluation_id = o.evaluation_id AND h.kind = 'hidden_shape' AND NOT h.pass), 'wrong at a hidden shape', 'wrong')
                     WHEN NOT e.pass THEN 'wrong: ' || CAST(e.value AS INTEGER) || ' of ' || CAST(e.bound AS INTEGER) || ' calls right'
                     WHEN e.value IS NULL THEN 'right, no time counts' ELSE 'right' END AS result,
       CASE WHEN e.pass THEN e.bound / e.value END AS speedup,
       CASE WHEN e.pass AND e.value IS NOT NULL THEN (SELECT r.value FROM evidence r WHERE r.evaluation_id = o.evaluation_id AND r.kind = 'shape_roofline' AND r.detail = s.shape) END AS roofline,
       CASE WHEN e.pass THEN e.value END AS runtime_us, CASE WHEN e.pass THEN e.bound END AS baseline_us
FROM shapes s
JOIN of_problem o
LEFT JOIN evidence e ON e.evaluation_id = o.evaluation_id AND e.kind = 'shape' AND e.detail = s.shape
LEFT JOIN task t ON t.suite = o.suite AND t.kind = 'torch' AND t.name = o.name || '@' || s.shape
ORDER BY t.task_id, s.shape;
