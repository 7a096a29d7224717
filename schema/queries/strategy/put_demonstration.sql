INSERT INTO demonstration (run_id, rollout_id, part, position, reason, checksum)
VALUES (:run_id, :rollout_id, :part, :position, :reason, :checksum);
