-- What a cell says now.
UPDATE fact_cell SET packed = epoch, n_rollouts = :n_rollouts, n_unscored = :n_unscored, n = :n, n_compiled = :n_compiled,
  n_correct = :n_correct, n_timed = :n_timed, n_fast_1 = :n_fast_1, best_speedup = :best_speedup, data_id = :data_id
WHERE run_id = :run_id AND task_id = :task_id AND step = :step;
