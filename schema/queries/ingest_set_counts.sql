UPDATE import_source SET n_read = :n_read, n_stored = :n_stored, n_duplicate = :n_duplicate, n_refused = :n_refused
WHERE import_source_id = :import_source_id;
