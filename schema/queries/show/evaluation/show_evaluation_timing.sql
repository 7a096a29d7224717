-- Its measurements; samples_us last.
SELECT subject, baseline, method, n_samples, runtime_us, statistic, min_us, max_us, std_us, samples_us
FROM measurement
WHERE evaluation_id = :id
ORDER BY subject DESC;
