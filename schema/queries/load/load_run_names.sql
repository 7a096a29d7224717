-- Names of all runs of a strategy, or of all runs; has_scored: it has a rollout with a verdict.
SELECT v.run, EXISTS (SELECT 1 FROM fact_cell c WHERE c.run_id = v.run_id AND c.packed = c.epoch AND c.n > 0)
              OR EXISTS (SELECT 1 FROM fact_cell c
                         CROSS JOIN rollout r ON r.run_id = c.run_id AND r.step = c.step AND r.task_id = c.task_id
                         CROSS JOIN evaluation e ON e.rollout_id = r.rollout_id
                         WHERE c.run_id = v.run_id AND c.packed IS NOT c.epoch AND e.outcome <> 'infra') AS has_scored
FROM v_run v
WHERE :strategy IS NULL OR v.strategy = :strategy
ORDER BY v.run_id;
