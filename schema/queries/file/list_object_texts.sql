-- Views, tables, triggers and indexes as they were made; what SQLite made by itself has no text.
SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name;
