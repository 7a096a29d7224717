INSERT INTO run_task (run_id, task_id, position, prompt_blob_id)
VALUES (:run_id, :task_id, :position, :prompt_blob_id)
ON CONFLICT DO NOTHING;
