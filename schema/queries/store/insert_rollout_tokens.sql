INSERT INTO rollout_tokens (rollout_id, n_tokens, token_ids, logprobs, checksum)
VALUES (:rollout_id, :n_tokens, :token_ids, :logprobs, :checksum);
