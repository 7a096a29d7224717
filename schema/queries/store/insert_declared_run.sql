INSERT INTO declared_run (run_id, declaration_id, method) VALUES (:run_id, :declaration_id, :method);
