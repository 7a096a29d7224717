SELECT run_id FROM run WHERE name = :name;
