-- All rows that wait for insert_evidence.sql: its parameters in their order (src/store/waiting.c).
INSERT OR ROLLBACK INTO evidence (evaluation_id, position, kind, value, bound, unit, pass, detail, checksum)
SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9
FROM waiting_evidence;
