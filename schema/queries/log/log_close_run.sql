-- Nobody logs to a run any more.
UPDATE run SET status = :status, finished_at = :finished_at, owner = NULL,
  checksum = checksum_with(checksum, 'status', status, :status, 'finished_at', finished_at, :finished_at, 'owner', owner, NULL)
WHERE run_id = :run_id;
