-- One run.
SELECT * FROM v_run WHERE run_id = :id;
