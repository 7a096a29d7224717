INSERT INTO declared_run (run_id, declaration_id, method, attached_at, checksum) VALUES (:run_id, :declaration_id, :method, :attached_at, :checksum);
