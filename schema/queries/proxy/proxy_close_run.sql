UPDATE run SET status = 'complete', finished_at = :finished_at, owner = NULL WHERE run_id = :run_id AND owner = :owner;
