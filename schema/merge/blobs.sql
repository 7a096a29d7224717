-- Texts that the attached database "other" has and this one lacks, and the key here of each.
INSERT INTO main.blob (sha256, kind, bytes, text, data)
SELECT sha256, kind, bytes, text, data FROM other.blob o
WHERE NOT EXISTS (SELECT 1 FROM main.blob b WHERE b.sha256 = o.sha256)
ORDER BY blob_id;
CREATE TEMP TABLE merge_blob (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_blob SELECT o.blob_id, b.blob_id FROM other.blob o JOIN main.blob b ON b.sha256 = o.sha256;
