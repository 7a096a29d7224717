-- Correct speedups of the run's earlier steps and turns, oldest first, for running medians.
SELECT rt.position, v.speedup
FROM v_rollout v JOIN run_task rt ON rt.run_id = v.run_id AND rt.task_id = v.task_id
WHERE v.run_id = :run_id AND (v.step < :step OR (v.step = :step AND v.turn < :turn)) AND v.correct = 1 AND v.speedup IS NOT NULL
ORDER BY v.step, v.turn, rt.position, v.sample;
