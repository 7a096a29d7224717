-- Tables with columns that cannot be NULL, and the statement that looks for one that is: SQLite takes "IS NULL" of such a column for false.
SELECT t.name,
       'SELECT EXISTS (SELECT 1 FROM "' || replace(t.name, '"', '""') || '" WHERE ' ||
       group_concat('typeof("' || replace(c.name, '"', '""') || '") = ''null''', ' OR ') || ')' AS reading
FROM sqlite_schema t JOIN pragma_table_info(t.name) c
WHERE t.type = 'table' AND c."notnull" = 1 AND t.sql NOT LIKE 'CREATE VIRTUAL%'
GROUP BY t.name
ORDER BY t.name;
