SELECT score_id FROM score
WHERE rollout_id = :rollout_id AND checkpoint_id = :checkpoint_id AND role = 'student' AND temperature = :temperature;
