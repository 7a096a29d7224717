-- The rollouts of a run from one to another, by step, and whether their task is held.
SELECT step, rollout_id, task_id IN (SELECT task_id FROM run_task WHERE run_id = :run AND role = 'held') AS is_held
FROM rollout WHERE run_id = :run AND rollout_id BETWEEN :first AND :last ORDER BY step;
