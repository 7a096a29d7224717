UPDATE run SET status = :status, finished_at = :finished_at, owner = NULL WHERE run_id = :run_id;
