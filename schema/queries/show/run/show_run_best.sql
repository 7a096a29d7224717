-- The fastest rollout of each of its tasks, against the baseline measured beside each, with what it was when timed again (NULL: not
-- confirmed); the fastest of all first.
SELECT rollout_id, task, step, turn, sample, speedup, confirmed_speedup, runtime_us, baseline_runtime_us, code_sha256
FROM (
  SELECT rollout_id, task, step, turn, sample, speedup, confirmed_speedup, runtime_us, baseline_runtime_us, code_sha256,
         row_number() OVER (PARTITION BY task ORDER BY speedup DESC, rollout_id) AS place
  FROM v_rollout
  WHERE run_id = :id AND speedup IS NOT NULL)
WHERE place = 1
ORDER BY speedup DESC, rollout_id;
