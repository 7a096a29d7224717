UPDATE run SET status = 'complete', finished_at = :finished_at, owner = NULL,
  checksum = checksum_with(checksum, 'status', status, 'complete', 'finished_at', finished_at, :finished_at, 'owner', owner, NULL)
WHERE run_id = :run_id AND owner = :owner;
