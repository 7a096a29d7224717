INSERT INTO step (run_id, step, checkpoint_id) VALUES (:run_id, :step, :checkpoint_id)
ON CONFLICT (run_id, step) DO NOTHING;
