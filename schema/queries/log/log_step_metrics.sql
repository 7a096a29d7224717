-- Metrics of a step; no row where it has none.
SELECT update_metrics FROM step WHERE run_id = :run_id AND step = :step AND update_metrics IS NOT NULL;
