-- Every object as it was made, but for the search index's own tables.
SELECT name, sql FROM sqlite_schema
WHERE sql IS NOT NULL AND name NOT LIKE 'blob\_search\_%' ESCAPE '\' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
ORDER BY name;
