-- Rollouts of a step's turn with what their primary evaluation says; evaluated is 0 while only infra
-- results (or none) exist.
SELECT r.rollout_id, t.level, t.problem_id, r.sample, r.code_blob_id,
  EXISTS (SELECT 1 FROM evaluation e WHERE e.rollout_id = r.rollout_id AND e.outcome <> 'infra'
          AND e.purpose IS NULL) AS evaluated
FROM rollout r JOIN task t ON t.task_id = r.task_id
WHERE r.run_id = :run_id AND r.step = :step AND r.turn = :turn
ORDER BY r.task_id, r.sample;
