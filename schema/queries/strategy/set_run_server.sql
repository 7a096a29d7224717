UPDATE run SET server = :server WHERE run_id = :run_id;
