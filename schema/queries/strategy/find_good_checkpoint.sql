-- Policy of the latest step before this one whose rollouts no guardrail but a warning spoke against; else of this step.
SELECT s.checkpoint_id
FROM step s
WHERE s.run_id = :run_id AND s.step <= :step AND s.checkpoint_id IS NOT NULL
ORDER BY s.step < :step AND NOT EXISTS (SELECT 1 FROM guard g WHERE g.run_id = s.run_id AND g.step = s.step AND g.measured_on = 'rollouts'
                                        AND g.fired = 1 AND g.action <> 'warn') DESC, s.step DESC
LIMIT 1;
