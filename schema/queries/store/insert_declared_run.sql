INSERT INTO declared_run (run_id, declaration_id, method, attached_at) VALUES (:run_id, :declaration_id, :method, :attached_at);
