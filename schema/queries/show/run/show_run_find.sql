-- Is there a run with this key?
SELECT run_id FROM run WHERE run_id = :id;
