-- The rollouts of a run from one to another, by step.
SELECT step, rollout_id FROM rollout WHERE run_id = :run AND rollout_id BETWEEN :first AND :last ORDER BY step;
