INSERT INTO prompt_tokens (sha256, tokenizer, n_tokens, token_ids, checksum)
VALUES (:sha256, :tokenizer, :n_tokens, :token_ids, :checksum)
ON CONFLICT DO NOTHING;
