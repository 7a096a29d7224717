-- Texts behind the index, all of them.
SELECT blob_id, kind, text
FROM blob
WHERE blob_id > :after AND text IS NOT NULL
ORDER BY blob_id;
