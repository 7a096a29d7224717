-- Without texts: a text keeps the key it has there, which says that there is one.
CREATE TEMP TABLE merge_blob (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_blob
SELECT blob_id, blob_id
FROM (SELECT blob_id FROM other.checkpoint UNION SELECT module_blob_id FROM other.task UNION SELECT prompt_blob_id FROM other.run_task)
WHERE blob_id IS NOT NULL;
