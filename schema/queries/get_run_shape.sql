SELECT config, k, n_steps, task_case, eval_mode, temperature, seed, strategy, status FROM run WHERE run_id = :run_id;
