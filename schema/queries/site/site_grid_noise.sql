-- The best sample of a run and task: its interval, and how many speedups of that cell are within timing noise.
SELECT count(*) AS n_intervals, coalesce(sum(s.within_noise), 0) AS n_within_noise,
       (SELECT b.rollout_id FROM v_rollout b WHERE b.run_id = :run_id AND b.task_id = :task_id AND b.speedup IS NOT NULL
        ORDER BY b.speedup DESC, b.rollout_id LIMIT 1) AS best_rollout_id
FROM v_rollout s
WHERE s.run_id = :run_id AND s.task_id = :task_id AND s.speedup_lower IS NOT NULL AND s.speedup IS NOT NULL;
