INSERT INTO conversation_end (run_id, step, task_id, sample, turn, reason, checksum) VALUES (:run_id, :step, :task_id, :sample, :turn, :reason, :checksum)
ON CONFLICT DO NOTHING;
