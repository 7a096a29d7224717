-- The speedups of a run (:run_id, 0: any) on a task (:task_id; of a run, 0: any), smallest first.
SELECT v.speedup FROM v_rollout v
WHERE v.rollout_id IN (SELECT rollout_id FROM rollout WHERE run_id = :run_id AND (:task_id = 0 OR task_id = :task_id)
                       UNION ALL SELECT rollout_id FROM rollout WHERE :run_id = 0 AND task_id = :task_id)
  AND v.speedup IS NOT NULL
ORDER BY v.speedup;
