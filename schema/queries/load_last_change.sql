-- Time of the last change of these runs' data: the date of documents made from them.
SELECT max(at) FROM (
    SELECT max(coalesce(run.finished_at, run.started_at)) AS at FROM run
    WHERE run.name IN (SELECT value FROM json_each(:runs))
    UNION ALL
    SELECT max(e.created_at) FROM evaluation e
    JOIN rollout r ON r.rollout_id = e.rollout_id
    JOIN run ON run.run_id = r.run_id
    WHERE run.name IN (SELECT value FROM json_each(:runs)));
