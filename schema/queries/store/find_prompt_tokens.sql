SELECT n_tokens, token_ids FROM prompt_tokens WHERE sha256 = :sha256;
