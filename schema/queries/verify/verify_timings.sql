-- Own measurements that nobody amended and whose runtime, least or largest time is not that of their samples.
-- columns: those of verify_tokens
SELECT 'measurement ' || measurement_id AS place,
       'runtime_us ' || runtime_us || ', but the ' || statistic || ' of its samples is ' || located AS what
FROM (SELECT m.measurement_id, m.runtime_us, m.statistic, m.min_us, m.max_us,
             (SELECT CASE m.statistic WHEN 'median' THEN median(value) ELSE avg(value) END FROM floats(m.samples_us, 'f64')) AS located,
             (SELECT min(value) FROM floats(m.samples_us, 'f64')) AS least,
             (SELECT max(value) FROM floats(m.samples_us, 'f64')) AS most
      FROM measurement m
      JOIN evaluation e ON e.evaluation_id = m.evaluation_id
      WHERE NOT EXISTS (SELECT 1 FROM amendment WHERE table_name = 'measurement' AND row_key = CAST(m.measurement_id AS TEXT)) AND m.samples_us IS NOT NULL AND m.n_samples > 0 AND e.import_source_id IS NULL)
WHERE abs(runtime_us - located) > 1e-9 * located OR abs(min_us - least) > 1e-9 * least OR abs(max_us - most) > 1e-9 * most
ORDER BY measurement_id;
