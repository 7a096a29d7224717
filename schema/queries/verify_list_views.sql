-- Views with a statement that reads them; a negative limit is none.
SELECT name, 'SELECT * FROM "' || name || '" LIMIT ' || :limit FROM sqlite_schema WHERE type = 'view' ORDER BY name;
