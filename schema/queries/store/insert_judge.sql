INSERT INTO judge (judge_setup_id, model_id, rollout_id, malformed, correctness, compilability, speed, problem, repairs, reason, tries,
  prompt_blob_id, answer_blob_id, prompt_tokens, completion_tokens, created_at, checksum)
VALUES (:judge_setup_id, :model_id, :rollout_id, :malformed, :correctness, :compilability, :speed, :problem, :repairs, :reason, :tries,
  :prompt_blob_id, :answer_blob_id, :prompt_tokens, :completion_tokens, :created_at, :checksum);
