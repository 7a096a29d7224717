UPDATE import_source SET benchmark = :benchmark, checksum = checksum_with(checksum, 'benchmark', benchmark, :benchmark)
WHERE import_source_id = :import_source_id;
