SELECT run_id, strategy, status, config, owner, model_id, device_id FROM run WHERE name = :name;
