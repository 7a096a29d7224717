-- Views with a statement that reads them; a negative limit is none.
SELECT name, 'SELECT * FROM "' || name || '" LIMIT ' || :limit AS reading FROM sqlite_schema WHERE type = 'view' ORDER BY name;
