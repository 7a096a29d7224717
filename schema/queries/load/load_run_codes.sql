-- The code of each rollout of a run, in the order of the rollouts' own index.
SELECT r.task_id, r.step, r.sample, r.code_blob_id
FROM rollout r
WHERE r.run_id = :run_id
ORDER BY r.step, r.task_id, r.turn, r.sample;
