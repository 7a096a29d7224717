-- Time of the last change of these runs' data: the date of documents made from them.  Of evaluations
-- the one that was written last tells it, so that not all of them are read.
SELECT max(at) AS changed_at FROM (
    SELECT max(coalesce(run.finished_at, run.started_at)) AS at FROM run
    WHERE run.name IN (SELECT value FROM json_each(:runs))
    UNION ALL
    SELECT at FROM (
        SELECT e.created_at AS at FROM evaluation e
        CROSS JOIN rollout r ON r.rollout_id = e.rollout_id
        WHERE r.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
        ORDER BY e.evaluation_id DESC LIMIT 1));
