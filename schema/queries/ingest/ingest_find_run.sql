SELECT run_id, strategy FROM run WHERE name = :name;
