INSERT INTO kernel_counters (evaluation_id, position, checksum /*, counters */)
VALUES (:evaluation_id, :position, :checksum /*, :counters */);
