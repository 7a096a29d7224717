-- Of the last turns of a run's samples on a task: how many speedups are within timing noise, the fastest rollout, and the one that a cell
-- speaks of: the fastest, else one that was right, else any with a verdict.
WITH r AS MATERIALIZED (
    SELECT rollout_id, step, turn, sample, correct, speedup, speedup_lower, within_noise FROM v_rollout
    WHERE run_id = :run_id AND task_id = :task_id AND outcome <> 'infra'),
s AS MATERIALIZED (SELECT *, turn = max(turn) OVER (PARTITION BY step, sample) AS is_last FROM r)
SELECT sum(speedup IS NOT NULL AND speedup_lower IS NOT NULL) AS n_intervals, sum(speedup IS NOT NULL AND coalesce(within_noise, 0)) AS n_within_noise,
       (SELECT b.rollout_id FROM s b WHERE b.is_last AND b.speedup IS NOT NULL ORDER BY b.speedup DESC, b.rollout_id LIMIT 1) AS best_rollout_id,
       (SELECT b.rollout_id FROM s b WHERE b.is_last ORDER BY b.correct DESC, b.rollout_id LIMIT 1) AS any_rollout_id
FROM s
WHERE is_last;
