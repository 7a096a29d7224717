-- The cells of a run: samples of a task at a step.
-- columns: those of site_task_groups
SELECT run, task, step, n_rollouts AS rollouts, n_correct AS correct, n_fast_1 AS faster, best_speedup, run_id, task_id
FROM v_cell WHERE run_id = :id
ORDER BY step, level, problem_id, task_id;
