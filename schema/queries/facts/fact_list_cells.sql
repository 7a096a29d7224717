-- The cells whose facts count.
SELECT f.run_id, f.task_id, f.step, f.n_rollouts, f.n_unscored, f.n, f.n_compiled, f.n_correct, f.n_timed, f.n_fast_1,
       f.best_speedup, d.columns, run.name, t.label AS task
FROM fact_cell f
LEFT JOIN fact_data d ON d.data_id = f.data_id
LEFT JOIN run ON run.run_id = f.run_id
LEFT JOIN task t ON t.task_id = f.task_id
WHERE f.packed = f.epoch
ORDER BY f.run_id, f.task_id, f.step;
