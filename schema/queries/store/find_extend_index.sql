-- Content that is no UTF-8 is offered by what of it is; the look at the bytes themselves decides.
INSERT INTO blob_search (rowid, text)
SELECT blob_id, coalesce(text, CAST(data AS TEXT))
FROM blob
WHERE blob_id > :from AND blob_id <= :to AND (text IS NOT NULL OR kind IN ('prompt', 'completion', 'action', 'code', 'log'))
ORDER BY blob_id;
