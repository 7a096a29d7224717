-- The declarations that runs refer to: the latest version among them, and how many of the runs.
SELECT v.name, max(v.version) AS version, count(*) AS n_runs
FROM declared_run d
JOIN declaration v ON v.declaration_id = d.declaration_id
JOIN run ON run.run_id = d.run_id
WHERE run.name IN (SELECT value FROM json_each(:runs))
GROUP BY v.name
ORDER BY v.name;
