-- The rollouts of a run by step.
SELECT step, rollout_id FROM rollout WHERE run_id = :run ORDER BY step;
