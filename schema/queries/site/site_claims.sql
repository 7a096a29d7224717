-- Speedups that sources state of a rollout, or of another rollout with the same code for the same problem.
SELECT o.rollout_id, run.run_id, run.name AS run, x.value AS speedup, x.detail AS baseline
FROM rollout r
JOIN rollout o ON o.code_blob_id = r.code_blob_id OR o.rollout_id = r.rollout_id
JOIN task a ON a.task_id = r.task_id
JOIN task b ON b.task_id = o.task_id AND b.level IS a.level AND b.problem_id IS a.problem_id
JOIN run ON run.run_id = o.run_id
JOIN evaluation e ON e.rollout_id = o.rollout_id
JOIN evidence x ON x.evaluation_id = e.evaluation_id AND x.kind = 'claimed_speedup' AND x.value IS NOT NULL
WHERE r.rollout_id = :id
ORDER BY o.rollout_id <> r.rollout_id, o.rollout_id, x.position
LIMIT 6;
