UPDATE run SET strategy = :strategy, seed = :seed,
  checksum = checksum_with(checksum, 'strategy', strategy, :strategy, 'seed', seed, :seed)
WHERE run_id = :run_id;
