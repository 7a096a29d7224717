-- Turns about which nothing was said yet.
SELECT r.rollout_id
FROM rollout r
WHERE r.run_id = :run_id AND r.step = :step AND r.turn = :turn
  AND NOT EXISTS (SELECT 1 FROM feedback f WHERE f.rollout_id = r.rollout_id)
ORDER BY r.rollout_id;
