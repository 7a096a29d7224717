INSERT INTO import_source (format, importer_version, path, sha256, bytes, imported_at, n_read, n_stored, n_duplicate, n_refused, checksum)
VALUES (:format, :importer_version, :path, :sha256, :bytes, :imported_at, :n_read, :n_stored, :n_duplicate, :n_refused, :checksum)
RETURNING import_source_id;
