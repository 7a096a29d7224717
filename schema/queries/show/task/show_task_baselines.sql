-- Its stored baselines.
SELECT name, hardware, runtime_us, statistic, min_us, max_us, std_us, n_samples
FROM baseline
WHERE task_id = :id
ORDER BY name, hardware;
