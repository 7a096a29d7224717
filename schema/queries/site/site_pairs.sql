-- Pairs of runs that are meant to be compared: methods of one declared study with the same seed, then runs of one seed
-- whose strategies differ.
WITH chosen AS (SELECT r.run_id, r.seed, r.strategy, d.method, n.name AS study
                FROM run r
                LEFT JOIN declared_run d ON d.run_id = r.run_id
                LEFT JOIN declaration n ON n.declaration_id = d.declaration_id
                WHERE r.name IN (SELECT value FROM json_each(:runs)) AND EXISTS (SELECT 1 FROM rollout x WHERE x.run_id = r.run_id))
SELECT a.run_id AS a_id, b.run_id AS b_id,
       CASE WHEN a.study = b.study THEN a.study END AS study
FROM chosen a JOIN chosen b ON b.run_id > a.run_id AND b.seed = a.seed
WHERE (a.study = b.study AND a.method <> b.method) OR (a.study IS NULL AND b.study IS NULL AND a.strategy <> b.strategy)
ORDER BY a.study IS NULL, a.study, a.seed, a.run_id, b.run_id
LIMIT :limit;
