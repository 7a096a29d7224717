SELECT run_id, strategy, import_source_id IS NOT NULL AS is_imported, status, config, owner, model_id, device_id FROM run WHERE name = :name;
