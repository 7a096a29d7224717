-- The speedups of a run (:run_id, 0: any) on a task (:task_id, 0: any), smallest first.
SELECT v.speedup FROM v_rollout v
WHERE (:run_id = 0 OR v.run_id = :run_id) AND (:task_id = 0 OR v.task_id = :task_id) AND v.speedup IS NOT NULL
ORDER BY v.speedup;
