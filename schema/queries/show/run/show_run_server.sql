-- What the server of its policy is and can, a row a fact.
SELECT f.fullkey AS fact, f.atom AS value
FROM run r, json_tree(r.server) f
WHERE r.run_id = :id AND r.server IS NOT NULL AND f.atom IS NOT NULL
ORDER BY f.id;
