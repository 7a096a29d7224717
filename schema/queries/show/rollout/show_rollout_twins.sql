-- Other rollouts with the same code.
SELECT v.rollout_id, v.run, v.task, v.step, v.sample, v.outcome, v.speedup
FROM rollout r
JOIN rollout o ON o.code_blob_id = r.code_blob_id AND o.rollout_id <> r.rollout_id
JOIN v_rollout v ON v.rollout_id = o.rollout_id
WHERE r.rollout_id = :id
ORDER BY v.rollout_id
LIMIT 10;
