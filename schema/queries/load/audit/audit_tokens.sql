-- Token log-probs of a run, in the order of its rollouts' keys.
SELECT t.rollout_id, t.logprobs
FROM rollout r
JOIN rollout_tokens t ON t.rollout_id = r.rollout_id
WHERE r.run_id = :run_id AND t.logprobs IS NOT NULL
ORDER BY t.rollout_id;
