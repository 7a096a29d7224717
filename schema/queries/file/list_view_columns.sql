-- Every name of a column of the views, for "did you mean".
SELECT DISTINCT p.name AS name
FROM sqlite_schema AS s, pragma_table_info(s.name) AS p
WHERE s.type = 'view' AND s.name LIKE 'v\_%' ESCAPE '\'
ORDER BY p.name;
