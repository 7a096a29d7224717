-- Cheats of the runs by the check that found them, of the cells that facts stand for.
SELECT r.run_id, e.outcome, coalesce(e.cheat_kind, '') AS cheat, count(*) AS n
FROM evaluation e
CROSS JOIN rollout r ON r.rollout_id = e.rollout_id
WHERE e.outcome = 'cheat'
  AND r.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
  AND e.evaluation_id = (SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
                         ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
  AND (r.run_id, r.task_id, r.step) NOT IN (SELECT run_id, task_id, step FROM v_stale)
GROUP BY r.run_id, e.cheat_kind;
