INSERT INTO run_task (run_id, task_id, position, prompt_blob_id, role, checksum)
VALUES (:run_id, :task_id, :position, :prompt_blob_id, :role, :checksum)
ON CONFLICT DO NOTHING;
