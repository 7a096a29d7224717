INSERT INTO rollout_tokens (rollout_id, n_tokens, token_ids, logprobs)
VALUES (:rollout_id, :n_tokens, :token_ids, :logprobs);
