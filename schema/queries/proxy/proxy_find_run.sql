SELECT run_id, strategy, model_id FROM run WHERE name = :name;
