INSERT INTO blob_search (rowid, text)
SELECT blob_id, text FROM blob WHERE blob_id > :from AND blob_id <= :to AND text IS NOT NULL ORDER BY blob_id;
