INSERT INTO profile_kernel (evaluation_id, position, name, device_us, counters, checksum)
VALUES (:evaluation_id, :position, :name, :device_us, :counters, :checksum);
