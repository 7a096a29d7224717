-- The fastest rollout of a run on a task.
SELECT v.rollout_id, coalesce(r.code_blob_id, r.action_blob_id) AS code_blob_id, v.speedup
FROM v_rollout v JOIN rollout r ON r.rollout_id = v.rollout_id
WHERE v.run_id = :run_id AND v.task_id = :task_id AND v.speedup IS NOT NULL
ORDER BY v.speedup DESC, v.rollout_id
LIMIT 1;
