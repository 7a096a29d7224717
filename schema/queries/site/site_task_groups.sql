-- The cells of a task: samples of a run at a step.
SELECT run, task, step, n_rollouts AS rollouts, n_correct AS correct, n_fast_1 AS faster, best_speedup, run_id, task_id
FROM v_cell WHERE task_id = :id
ORDER BY run_id, step;
