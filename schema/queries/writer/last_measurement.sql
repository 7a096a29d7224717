SELECT coalesce(max(measurement_id), 0) AS last_id FROM measurement;
