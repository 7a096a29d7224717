-- Own rollouts that nobody amended and whose sum or mean is not that of their log-probs (float32, so to 1e-4).
SELECT 'rollout ' || rollout_id AS place,
       'sum_logprob ' || coalesce(sum_logprob, 'NULL') || ' and mean_logprob ' || coalesce(mean_logprob, 'NULL') ||
       ', but its ' || n_tokens || ' log-probs add up to ' || total AS what
FROM (SELECT r.rollout_id, r.sum_logprob, r.mean_logprob, k.n_tokens,
             (SELECT sum(value) FROM floats(k.logprobs, 'f32')) AS total
      FROM rollout_tokens k
      JOIN rollout r ON r.rollout_id = k.rollout_id
      JOIN run ON run.run_id = r.run_id
      WHERE NOT EXISTS (SELECT 1 FROM amendment WHERE table_name IN ('rollout', 'rollout_tokens') AND row_key = CAST(r.rollout_id AS TEXT)) AND k.logprobs IS NOT NULL AND k.n_tokens > 0 AND run.import_source_id IS NULL)
WHERE abs(sum_logprob - total) > 1e-4 * max(1, abs(total))
   OR abs(mean_logprob * n_tokens - total) > 1e-4 * max(1, abs(total))
ORDER BY rollout_id;
