-- Measurements of the evaluation that counts; samples_us last.
-- columns: those of show_evaluation_timing
SELECT subject, baseline, method, n_samples, runtime_us, statistic, min_us, max_us, std_us, samples_us
FROM measurement
WHERE evaluation_id = (SELECT evaluation_id FROM v_rollout WHERE rollout_id = :id)
ORDER BY subject DESC;
