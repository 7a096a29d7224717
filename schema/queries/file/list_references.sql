-- Columns that name a row of another table.
SELECT t.name AS name, f."from" AS column_name, f."table" AS target
FROM sqlite_schema t
JOIN pragma_foreign_key_list(t.name) f
WHERE t.type = 'table'
ORDER BY t.name, f."from";
