INSERT INTO measurement (evaluation_id, subject, baseline, method, n_samples, samples_us, runtime_us, statistic, min_us, max_us, std_us, checksum)
VALUES (:evaluation_id, :subject, :baseline, :method, :n_samples, :samples_us, :runtime_us, :statistic, :min_us, :max_us, :std_us, :checksum);
