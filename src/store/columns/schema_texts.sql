-- schema/schema.sql, a statement a row: the index of texts makes its own tables, and views are made from schema/views.
SELECT sql || ';' AS text FROM sqlite_schema
WHERE sql IS NOT NULL AND type <> 'view' AND name NOT GLOB 'blob_search_*'
ORDER BY rowid;
