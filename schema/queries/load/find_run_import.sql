-- The file that a run was read from, if any.
SELECT import_source_id FROM run WHERE name = :run AND import_source_id IS NOT NULL;
