-- Mean reward of every step, one row a recipe, by the name of the run.
WITH named AS MATERIALIZED (
    SELECT run_id, row_number() OVER (ORDER BY name) AS place FROM run
    WHERE name IN (SELECT value FROM json_each(:runs)))
SELECT r.run_id, r.step, w.recipe, count(*) AS n, avg(w.value) AS mean_value
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
JOIN named ON named.run_id = r.run_id
GROUP BY named.place, r.step, w.recipe
ORDER BY named.place, w.recipe, r.step;
