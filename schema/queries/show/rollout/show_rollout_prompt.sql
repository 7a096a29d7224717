-- Its prompt, or the one that the run used for the task.
-- columns: those of show_rollout_code
SELECT coalesce(b.text, b.data) AS content
FROM rollout r
LEFT JOIN run_task t ON t.run_id = r.run_id AND t.task_id = r.task_id
JOIN blob b ON b.blob_id = coalesce(r.prompt_blob_id, t.prompt_blob_id)
WHERE r.rollout_id = :id;
