INSERT INTO step (run_id, step, checkpoint_id, checksum) VALUES (:run_id, :step, :checkpoint_id, :checksum)
ON CONFLICT (run_id, step) DO NOTHING;
