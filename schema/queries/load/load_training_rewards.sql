-- Mean reward of every step, one row a recipe and part of the tasks, by the name of the run.
WITH named AS MATERIALIZED (
    SELECT run_id, row_number() OVER (ORDER BY name) AS place FROM run
    WHERE name IN (SELECT value FROM json_each(:runs)))
SELECT r.run_id, r.step, coalesce(k.role = 'held', 0) AS is_held, w.recipe, count(*) AS n, avg(w.value) AS mean_value
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
JOIN named ON named.run_id = r.run_id
LEFT JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id
GROUP BY named.place, is_held, r.step, w.recipe
ORDER BY named.place, is_held, w.recipe, r.step;
