-- Its log-probabilities under other checkpoints.
SELECT m.name AS model, c.sha256 AS checkpoint, s.role, s.temperature, s.semantics, s.n_tokens, s.sum_logprob
FROM score s
JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
JOIN model m ON m.model_id = c.model_id
WHERE s.rollout_id = :id
ORDER BY s.score_id;
