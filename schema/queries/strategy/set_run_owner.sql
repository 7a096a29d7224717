UPDATE run SET owner = :owner, status = 'running' WHERE run_id = :run_id;
