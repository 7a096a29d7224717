-- Names of all runs of a strategy, or of all runs.
SELECT run FROM v_run WHERE :strategy IS NULL OR strategy = :strategy ORDER BY run_id;
