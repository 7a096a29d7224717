-- Names of all runs of a strategy, or of all runs; has_scored: it has a rollout with a verdict.
SELECT v.run, EXISTS (SELECT 1 FROM rollout r JOIN evaluation e ON e.rollout_id = r.rollout_id
                      WHERE r.run_id = v.run_id AND e.outcome <> 'infra') AS has_scored
FROM v_run v
WHERE :strategy IS NULL OR v.strategy = :strategy
ORDER BY v.run_id;
