-- What a rollout was asked first, and the run's configuration.  The prompt of a later turn is feedback: its first one is the task's.
SELECT coalesce(CASE WHEN c.rollout_id IS NULL THEN r.prompt_blob_id END, k.prompt_blob_id) AS prompt_id, run.config
FROM rollout r
JOIN run ON run.run_id = r.run_id
LEFT JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id
LEFT JOIN conversation_turn c ON c.rollout_id = r.rollout_id
WHERE r.rollout_id = :rollout_id;
