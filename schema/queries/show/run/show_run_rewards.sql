-- Its rewards by recipe; an advantage only where an update used it.
SELECT w.recipe, count(*) AS rollouts, avg(w.value) AS mean, min(w.value) AS min, max(w.value) AS max, count(w.advantage) AS advantages
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
WHERE r.run_id = :id
GROUP BY w.recipe
ORDER BY w.recipe;
