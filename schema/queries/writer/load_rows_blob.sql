-- All rows that wait for insert_blob.sql: its parameters in their order behind the key (src/store/waiting.c).
INSERT OR ROLLBACK INTO blob (blob_id, sha256, kind, bytes, text, data)
SELECT c0, c1, c2, c3, c4, c5
FROM waiting_blob;
