-- All rows that wait for insert_rollout_tokens.sql: its parameters in their order (src/store/waiting.c).
INSERT OR ROLLBACK INTO rollout_tokens (rollout_id, n_tokens, token_ids, logprobs, checksum)
SELECT c1, c2, c3, c4, c5
FROM waiting_rollout_tokens;
