-- What a step of self-distillation has asked already.
SELECT n_tokens, logprobs FROM score
WHERE rollout_id = :rollout_id AND checkpoint_id = :checkpoint_id AND role = :role AND temperature = :temperature;
