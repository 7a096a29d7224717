-- Evaluations that ended as a cheat, by run and step, of those that ended at all; by the name of the run.
WITH named AS MATERIALIZED (
    SELECT run_id, row_number() OVER (ORDER BY name) AS place FROM run
    WHERE name IN (SELECT value FROM json_each(:runs)))
SELECT r.run_id, r.step, count(*) AS n, avg(e.outcome = 'cheat') AS share
FROM rollout r
JOIN named ON named.run_id = r.run_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
WHERE e.outcome <> 'infra' AND e.purpose IS NULL
GROUP BY named.place, r.step
ORDER BY named.place, r.step;
