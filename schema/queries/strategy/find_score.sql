SELECT score_id FROM score
WHERE rollout_id = :rollout_id AND checkpoint_id = :checkpoint_id AND role = :role AND temperature = :temperature;
