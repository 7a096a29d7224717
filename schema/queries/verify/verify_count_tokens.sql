SELECT count(*) AS n FROM rollout_tokens WHERE logprobs IS NOT NULL;
