INSERT INTO score (rollout_id, checkpoint_id, role, temperature, n_tokens, logprobs, sum_logprob, semantics, aligned_by, checksum)
VALUES (:rollout_id, :checkpoint_id, :role, :temperature, :n_tokens, :logprobs, :sum_logprob, :semantics, :aligned_by, :checksum);
