-- Speedups that sources state of a rollout, or of others (the first 1,000) with the same code for the same problem.
SELECT o.rollout_id, run.run_id, run.name AS run, x.value AS speedup, x.detail AS baseline
FROM (SELECT :id AS rollout_id UNION
      SELECT * FROM (SELECT o.rollout_id FROM rollout r CROSS JOIN rollout o ON o.code_blob_id = r.code_blob_id WHERE r.rollout_id = :id LIMIT 1000)) k
CROSS JOIN rollout o ON o.rollout_id = k.rollout_id
CROSS JOIN evaluation e ON e.rollout_id = o.rollout_id
CROSS JOIN evidence x ON x.evaluation_id = e.evaluation_id AND x.kind = 'claimed_speedup' AND x.value > 0
CROSS JOIN run ON run.run_id = o.run_id
CROSS JOIN task b ON b.task_id = o.task_id
CROSS JOIN task a ON a.task_id = (SELECT r.task_id FROM rollout r WHERE r.rollout_id = :id)
WHERE b.level IS a.level AND b.problem_id IS a.problem_id
ORDER BY o.rollout_id <> :id, o.rollout_id, x.position
LIMIT 6;
