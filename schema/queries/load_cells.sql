-- Which tasks belong to which run: planned ones, and any with a rollout.
SELECT rt.run_id, rt.task_id
FROM run_task rt JOIN run ON run.run_id = rt.run_id
WHERE run.name IN (SELECT value FROM json_each(:runs))
UNION
SELECT r.run_id, r.task_id
FROM rollout r JOIN run ON run.run_id = r.run_id
WHERE run.name IN (SELECT value FROM json_each(:runs))
ORDER BY 1, 2;
