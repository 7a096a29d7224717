-- Correct speedups of the run's earlier steps, oldest first, for running medians.
SELECT rt.position, v.speedup
FROM v_rollout v JOIN run_task rt ON rt.run_id = v.run_id AND rt.task_id = v.task_id
WHERE v.run_id = :run_id AND v.step < :step AND v.correct = 1 AND v.speedup IS NOT NULL
ORDER BY v.step, rt.position, v.sample;
