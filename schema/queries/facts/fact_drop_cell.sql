DELETE FROM fact_cell WHERE run_id = :run_id AND task_id = :task_id AND step = :step;
