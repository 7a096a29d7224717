-- What removes and makes again the triggers that a writer stands in for, two texts of statements.
-- columns: those of late_indexes
SELECT group_concat(printf('DROP TRIGGER "%w";', name), '') AS removal, group_concat(sql || ';', '') AS making
FROM sqlite_schema
WHERE type = 'trigger' AND name IN ('fact_rollout_insert', 'fact_evaluation_insert', 'fact_measurement_insert');
