UPDATE step SET update_metrics = :update_metrics WHERE run_id = :run_id AND step = :step;
