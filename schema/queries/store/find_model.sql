SELECT model_id FROM model WHERE name = :name AND revision = :revision;
