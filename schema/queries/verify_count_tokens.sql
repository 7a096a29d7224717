SELECT count(*) FROM rollout_tokens WHERE logprobs IS NOT NULL;
