INSERT INTO conversation_end (run_id, step, task_id, sample, turn, reason) VALUES (:run_id, :step, :task_id, :sample, :turn, :reason)
ON CONFLICT DO NOTHING;
