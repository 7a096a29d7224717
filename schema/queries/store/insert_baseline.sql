INSERT INTO baseline (name, hardware, task_id, device_id, import_source_id, runtime_us, statistic, min_us, max_us, std_us, n_samples, extra, checksum)
VALUES (:name, :hardware, :task_id, :device_id, :import_source_id, :runtime_us, :statistic, :min_us, :max_us, :std_us, :n_samples, :extra, :checksum)
ON CONFLICT (name, hardware, task_id) DO NOTHING;
