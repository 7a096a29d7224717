-- Recipes of a run's stored rewards; first the one whose advantages an update used.
SELECT w.recipe
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
WHERE r.run_id = :run_id AND (:recipe IS NULL OR w.recipe = :recipe)
GROUP BY w.recipe
ORDER BY count(w.advantage) > 0 DESC, count(*) DESC, w.recipe;
