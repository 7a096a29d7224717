-- What became of the records so far; sha256 and bytes are of the part of the source that was read.
UPDATE import_source
SET n_read = :n_read, n_stored = :n_stored, n_duplicate = :n_duplicate, n_refused = :n_refused, sha256 = :sha256, bytes = :bytes,
  checksum = checksum_with(checksum, 'n_read', n_read, :n_read, 'n_stored', n_stored, :n_stored, 'n_duplicate', n_duplicate, :n_duplicate, 'n_refused', n_refused, :n_refused, 'sha256', sha256, :sha256, 'bytes', bytes, :bytes)
WHERE import_source_id = :import_source_id;
