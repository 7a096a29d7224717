-- Texts behind the index, all of them, also those that are no UTF-8.
-- columns: those of find_texts_indexed
SELECT blob_id, kind, coalesce(text, data) AS content
FROM blob
WHERE blob_id > :after AND (text IS NOT NULL OR kind IN ('prompt', 'completion', 'action', 'code', 'log'))
ORDER BY blob_id;
