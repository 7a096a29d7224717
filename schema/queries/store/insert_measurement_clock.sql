INSERT INTO measurement_clock (measurement_id, n_throttled, clocks_mhz)
SELECT measurement_id, :n_throttled, :clocks_mhz FROM measurement WHERE evaluation_id = :evaluation_id AND subject = :subject;
