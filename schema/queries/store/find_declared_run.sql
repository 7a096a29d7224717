-- The declaration that a run refers to.
SELECT v.name
FROM declared_run d
JOIN declaration v ON v.declaration_id = d.declaration_id
WHERE d.run_id = :run_id;
