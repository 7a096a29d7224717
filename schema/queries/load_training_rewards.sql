-- Mean reward of every step, one row a recipe.
SELECT run, step, recipe, count(*), avg(value)
FROM v_reward
WHERE run IN (SELECT value FROM json_each(:runs))
GROUP BY run, step, recipe
ORDER BY run, recipe, step;
