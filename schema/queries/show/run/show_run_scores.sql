-- Its log-probabilities under other checkpoints beside those it was sampled with, natural log a token.
SELECT m.name AS model, c.sha256 AS checkpoint, s.role, s.temperature, s.semantics, s.aligned_by, count(*) AS rollouts,
       CAST(sum(1.0 * s.n_tokens) AS INTEGER) AS tokens, sum(s.sum_logprob) / sum(1.0 * s.n_tokens) AS mean_logprob,
       CASE WHEN count(r.sum_logprob) = count(*) THEN sum(r.sum_logprob) / sum(1.0 * s.n_tokens) END AS mean_logprob_as_sampled
FROM score s
JOIN rollout r ON r.rollout_id = s.rollout_id
JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
JOIN model m ON m.model_id = c.model_id
WHERE r.run_id = :id
GROUP BY s.checkpoint_id, s.role, s.temperature, s.semantics, s.aligned_by
ORDER BY min(s.score_id);
