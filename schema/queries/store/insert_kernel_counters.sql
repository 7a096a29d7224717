INSERT INTO kernel_counters (evaluation_id, position /*, counters */)
VALUES (:evaluation_id, :position /*, :counters */);
