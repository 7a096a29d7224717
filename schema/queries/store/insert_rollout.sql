INSERT INTO rollout (run_id, step, task_id, turn, sample, prompt_blob_id, completion_blob_id, action_blob_id, code_blob_id,
  finish_reason, prompt_tokens, completion_tokens, sum_logprob, mean_logprob, logprob_temperature, extra, checksum)
VALUES (:run_id, :step, :task_id, :turn, :sample, :prompt_blob_id, :completion_blob_id, :action_blob_id, :code_blob_id,
  :finish_reason, :prompt_tokens, :completion_tokens, :sum_logprob, :mean_logprob, :logprob_temperature, :extra, :checksum);
