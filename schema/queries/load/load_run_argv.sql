-- The command line of a run, one argument a row.
SELECT a.value FROM run, json_each(run.argv) AS a WHERE run.run_id = :run_id ORDER BY a.key;
