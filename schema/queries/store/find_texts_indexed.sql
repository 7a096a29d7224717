-- Texts that the index offers; the match is of trigrams, so each is looked at once more.
SELECT b.blob_id, b.kind, coalesce(b.text, b.data) AS content
FROM blob_search s
JOIN blob b ON b.blob_id = s.rowid
WHERE blob_search MATCH :trigrams AND s.rowid <= :searchable_to
ORDER BY s.rowid;
