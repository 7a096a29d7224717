-- How many speedups of a run and task are within timing noise, its fastest rollout, and the one that a cell speaks of: the fastest, else one
-- that was right, else any with a verdict.
SELECT count(s.speedup_lower) AS n_intervals, coalesce(sum(s.within_noise), 0) AS n_within_noise,
       (SELECT b.rollout_id FROM v_rollout b WHERE b.run_id = :run_id AND b.task_id = :task_id AND b.speedup IS NOT NULL
        ORDER BY b.speedup DESC, b.rollout_id LIMIT 1) AS best_rollout_id,
       (SELECT b.rollout_id FROM rollout b JOIN evaluation e ON e.rollout_id = b.rollout_id WHERE b.run_id = :run_id AND b.task_id = :task_id
        ORDER BY e.correct DESC, b.rollout_id LIMIT 1) AS any_rollout_id
FROM v_rollout s
WHERE s.run_id = :run_id AND s.task_id = :task_id AND s.speedup IS NOT NULL;
