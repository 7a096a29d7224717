-- All rows that wait for insert_measurement.sql: its parameters in their order (src/store/waiting.c).
INSERT OR ROLLBACK INTO measurement (evaluation_id, subject, baseline, method, n_samples, samples_us, runtime_us, statistic, min_us, max_us, std_us, checksum)
SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12
FROM waiting_measurement;
