-- A run that was finished goes on.
UPDATE run SET status = 'running', finished_at = NULL, owner = :owner,
  checksum = checksum_with(checksum, 'status', status, 'running', 'finished_at', finished_at, NULL, 'owner', owner, :owner)
WHERE run_id = :run_id AND (status <> 'running' OR owner IS NOT :owner);
