UPDATE run SET owner = :owner, status = 'running', checksum = checksum_with(checksum, 'owner', owner, :owner, 'status', status, 'running')
WHERE run_id = :run_id;
