SELECT name FROM run ORDER BY run_id;
