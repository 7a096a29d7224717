-- The file that a rollout was imported from: that of its first verdict, else that of its run.
SELECT s.path
FROM rollout r JOIN run ON run.run_id = r.run_id
JOIN import_source s ON s.import_source_id = coalesce((SELECT e.import_source_id FROM evaluation e WHERE e.rollout_id = r.rollout_id
                                                       ORDER BY e.evaluation_id LIMIT 1), run.import_source_id)
WHERE r.rollout_id = :rollout_id;
