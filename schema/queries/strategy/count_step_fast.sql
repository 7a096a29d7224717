-- How many scored rollouts a step has, and how many of them are correct and faster than the baseline.
SELECT count(*) AS n, coalesce(sum((SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) > 1), 0) AS n_fast
FROM rollout r
JOIN evaluation e ON e.evaluation_id = (
  SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
  ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
WHERE r.run_id = :run_id AND r.step = :step AND r.turn = 0 AND e.outcome <> 'infra';
