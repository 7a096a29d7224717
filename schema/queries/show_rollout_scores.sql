-- Its log-probabilities under other checkpoints.
SELECT c.sha256 AS checkpoint, s.role, s.temperature, s.n_tokens, s.sum_logprob
FROM score s
JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
WHERE s.rollout_id = :id
ORDER BY s.score_id;
