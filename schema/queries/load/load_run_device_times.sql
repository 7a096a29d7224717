-- The device that counts for each timed sample of a run.  Later turns come last.
SELECT v.level, v.problem_id, v.step, v.sample, d.name AS device
FROM v_rollout v
JOIN evaluation e ON e.evaluation_id = v.evaluation_id
JOIN device d ON d.device_id = e.device_id
WHERE v.run = :run AND v.runtime_us IS NOT NULL
ORDER BY v.level, v.problem_id, v.step, v.sample, v.turn;
