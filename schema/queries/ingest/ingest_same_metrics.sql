-- Whether the metrics of a step are these; no row where it has none.
SELECT update_metrics = :metrics AS same
FROM step
WHERE run_id = :run_id AND step = :step AND update_metrics IS NOT NULL;
