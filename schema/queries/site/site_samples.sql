-- The rollouts that get a page.
SELECT r.rollout_id
FROM rollout r JOIN run ON run.run_id = r.run_id
WHERE run.name IN (SELECT value FROM json_each(:runs))
ORDER BY r.rollout_id;
