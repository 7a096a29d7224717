-- Evaluations that ended as a cheat, by run, part of its tasks and step, of those that ended at all; by the name of the run.
WITH named AS MATERIALIZED (
    SELECT run_id, row_number() OVER (ORDER BY name) AS place FROM run
    WHERE name IN (SELECT value FROM json_each(:runs)))
SELECT r.run_id, r.step, coalesce(k.role = 'held', 0) AS is_held, count(*) AS n, avg(e.outcome = 'cheat') AS share
FROM rollout r
JOIN named ON named.run_id = r.run_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
LEFT JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id
WHERE e.outcome <> 'infra' AND e.purpose IS NULL
GROUP BY named.place, is_held, r.step
ORDER BY named.place, is_held, r.step;
