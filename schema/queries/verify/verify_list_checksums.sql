-- Tables whose rows have a checksum, with the statement that reads them: the key as one text, and every column that is stored.
SELECT t.name,
       'SELECT ' || coalesce((SELECT group_concat('"' || replace(name, '"', '""') || '"', ' || ''/'' || ')
                                OVER (ORDER BY pk ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
                              FROM pragma_table_info(t.name) WHERE pk > 0 LIMIT 1), '''''') || ' AS row_key, ' ||
       (SELECT group_concat('"' || replace(name, '"', '""') || '"', ', ') FROM pragma_table_info(t.name)) || ' FROM "' || replace(t.name, '"', '""') || '"' AS reading
FROM sqlite_schema t
WHERE t.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'checksum')
ORDER BY t.name;
