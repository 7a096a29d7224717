-- The turns of a step's conversations up to one, with what a later turn may be shown.
SELECT rt.position, v.sample, v.turn, v.rollout_id, r.completion_blob_id, f.blob_id,
  coalesce(v.prompt_tokens, 0) + coalesce(v.completion_tokens, 0) AS tokens, v.speedup
FROM v_rollout v
JOIN rollout r ON r.rollout_id = v.rollout_id
JOIN run_task rt ON rt.run_id = v.run_id AND rt.task_id = v.task_id
LEFT JOIN feedback f ON f.rollout_id = v.rollout_id
WHERE v.run_id = :run_id AND v.step = :step AND v.turn <= :turn
ORDER BY rt.position, v.sample, v.turn;
