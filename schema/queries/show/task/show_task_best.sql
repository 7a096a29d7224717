-- Its fastest rollouts, against the baseline measured beside each, with what they were when timed again (NULL: not confirmed).
SELECT rollout_id, run, step, turn, sample, speedup, confirmed_speedup, runtime_us, baseline, code_sha256
FROM v_rollout
WHERE task_id = :id AND speedup IS NOT NULL
ORDER BY speedup DESC, rollout_id
LIMIT 10;
