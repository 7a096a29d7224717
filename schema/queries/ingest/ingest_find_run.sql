SELECT run.run_id, run.strategy, run.seed, m.name AS model, run.import_source_id IS NOT NULL AS is_imported
FROM run LEFT JOIN model m ON m.model_id = run.model_id WHERE run.name = :name;
