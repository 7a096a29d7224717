-- A run by its name, and whether it was logged.
SELECT run_id, coalesce(json_extract(config, '$.logged'), 0) AS is_logged FROM run WHERE name = :name;
