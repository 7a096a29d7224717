-- The runs that refer to a declaration, in the order in which they began.
SELECT run.name AS run, d.method, v.version, run.started_at, d.attached_at, v.declared_at
FROM declared_run d
JOIN declaration v ON v.declaration_id = d.declaration_id
JOIN run ON run.run_id = d.run_id
WHERE v.name = :name
ORDER BY run.started_at, run.run_id;
