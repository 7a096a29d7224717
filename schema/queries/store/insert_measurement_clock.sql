INSERT INTO measurement_clock (measurement_id, n_throttled, clocks_mhz, checksum)
SELECT measurement_id, :n_throttled, :clocks_mhz, :checksum FROM measurement WHERE evaluation_id = :evaluation_id AND subject = :key_subject;
