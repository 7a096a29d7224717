-- What the audit asks of a run as a whole.
SELECT r.run_id, r.strategy, r.status, r.k,
       coalesce((SELECT i.benchmark FROM import_source i WHERE i.import_source_id = r.import_source_id),
                CASE WHEN r.import_source_id IS NULL THEN 'v0.2' END, '') AS benchmark,
       (SELECT sum(i.n_refused) FROM import_source i
        WHERE i.import_source_id = r.import_source_id
           OR i.import_source_id IN (SELECT e.import_source_id FROM evaluation e
                                     JOIN rollout x ON x.rollout_id = e.rollout_id
                                     WHERE x.run_id = r.run_id)) AS n_refused
FROM run r
WHERE r.name = :run;
