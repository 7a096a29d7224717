INSERT INTO score (rollout_id, checkpoint_id, role, temperature, n_tokens, logprobs, sum_logprob)
VALUES (:rollout_id, :checkpoint_id, 'student', :temperature, :n_tokens, :logprobs, :sum_logprob);
