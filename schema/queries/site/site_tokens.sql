-- Ids and log-probs of a completion's tokens.
SELECT n_tokens, token_ids, logprobs FROM rollout_tokens WHERE rollout_id = :id;
