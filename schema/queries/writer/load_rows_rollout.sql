-- All rows that wait for insert_rollout.sql: its parameters in their order behind the key (src/store/waiting.c).
INSERT OR ROLLBACK INTO rollout (rollout_id, run_id, step, task_id, turn, sample, prompt_blob_id, completion_blob_id, action_blob_id, code_blob_id,
  finish_reason, prompt_tokens, completion_tokens, sum_logprob, mean_logprob, logprob_temperature, extra, checksum)
SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17
FROM waiting_rollout;
