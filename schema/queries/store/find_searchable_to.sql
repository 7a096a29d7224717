-- The last blob that the search index knows, and the last there is.
SELECT coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'searchable_to'), 0) AS searchable_to,
       coalesce((SELECT max(blob_id) FROM blob), 0) AS last_blob_id;
