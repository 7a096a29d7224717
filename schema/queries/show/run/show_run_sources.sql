-- The files it was read from.
SELECT import_source_id, format, importer_version, path, sha256, bytes, imported_at, n_read, n_stored, n_duplicate, n_refused
FROM import_source
WHERE import_source_id IN (SELECT import_source_id FROM run WHERE run_id = :id
                           UNION SELECT e.import_source_id FROM evaluation e JOIN rollout r USING (rollout_id)
                           WHERE r.run_id = :id)
ORDER BY import_source_id;
