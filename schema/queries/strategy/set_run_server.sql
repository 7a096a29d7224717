UPDATE run SET server = :server, checksum = checksum_with(checksum, 'server', server, :server) WHERE run_id = :run_id;
