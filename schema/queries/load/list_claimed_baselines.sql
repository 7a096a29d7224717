-- The baselines that a source claims speedups against.
SELECT DISTINCT v.detail
FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
JOIN evidence v ON v.evaluation_id = e.evaluation_id AND v.kind = 'claimed_speedup'
WHERE run.name = :run
ORDER BY v.detail;
