INSERT OR REPLACE INTO guard (run_id, step, metric, action, measured_on, value, bound, fired, checksum)
VALUES (:run_id, :step, :metric, :action, :measured_on, :value, :bound, :fired, :checksum);
