-- The device that all samples of an imported run name, none when they name several, and the baseline that was timed beside them.
UPDATE run
SET device_id = :device_id,
    baseline = coalesce(run.baseline, beside.name),
    checksum = checksum_with(checksum, 'baseline', run.baseline, coalesce(run.baseline, beside.name))
FROM (SELECT (SELECT m.baseline
              FROM rollout r
              JOIN evaluation e ON e.rollout_id = r.rollout_id
              JOIN measurement m ON m.evaluation_id = e.evaluation_id AND m.subject = 'baseline'
              WHERE r.run_id = :run_id LIMIT 1) AS name) AS beside
WHERE run_id = :run_id;
