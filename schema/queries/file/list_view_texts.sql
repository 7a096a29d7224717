-- The views as they were made.
SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY name;
