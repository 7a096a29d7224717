-- A baseline that a source states speedups against, as the first samples of a run show.
SELECT v.detail
FROM (SELECT e.evaluation_id
      FROM rollout r
      JOIN run ON run.run_id = r.run_id
      JOIN evaluation e ON e.rollout_id = r.rollout_id
      WHERE run.name = :run
      ORDER BY r.rollout_id
      LIMIT 500) first
JOIN evidence v ON v.evaluation_id = first.evaluation_id AND v.kind = 'claimed_speedup' AND v.value IS NOT NULL
ORDER BY first.evaluation_id, v.position
LIMIT 1;
