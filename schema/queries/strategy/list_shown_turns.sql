-- The turns that a rollout was shown, oldest first.
SELECT p.completion_blob_id, f.blob_id
FROM conversation_turn c
JOIN rollout r ON r.rollout_id = c.rollout_id
JOIN json_each(c.shown) s
JOIN rollout p ON p.run_id = r.run_id AND p.step = r.step AND p.task_id = r.task_id AND p.turn = s.value AND p.sample = r.sample
JOIN feedback f ON f.rollout_id = p.rollout_id
WHERE c.rollout_id = :rollout_id
ORDER BY s.key;
