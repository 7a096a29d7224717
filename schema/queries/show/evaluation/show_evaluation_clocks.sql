-- The device's clock right after the samples, where it has one of its own.
SELECT subject, n_samples, (SELECT min(value) FROM floats(clocks_mhz, 'f64')) AS least_mhz, (SELECT max(value) FROM floats(clocks_mhz, 'f64')) AS most_mhz,
       n_throttled
FROM v_clock
WHERE evaluation_id = :id
ORDER BY subject DESC;
