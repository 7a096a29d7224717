INSERT INTO profile_kernel (evaluation_id, position, name, device_us, counters)
VALUES (:evaluation_id, :position, :name, :device_us, :counters);
