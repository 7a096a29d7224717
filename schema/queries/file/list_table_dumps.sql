-- Every table with the statement that reads it in key order, or in that of all columns, but for what is derived.
SELECT t.name,
       'SELECT ' || c.columns || ' FROM "' || replace(t.name, '"', '""') || '" ORDER BY ' ||
       coalesce((SELECT group_concat('"' || replace(name, '"', '""') || '"', ', ')
                   OVER (ORDER BY pk ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
                 FROM pragma_table_info(t.name) WHERE pk > 0 LIMIT 1), c.columns) AS reading
FROM (SELECT name, (SELECT group_concat('"' || replace(name, '"', '""') || '"', ', ')
                      OVER (ORDER BY cid ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
                    FROM pragma_table_info(s.name) LIMIT 1) AS columns
      FROM sqlite_schema s WHERE s.type = 'table') c
JOIN sqlite_schema t ON t.name = c.name AND t.type = 'table'
WHERE t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name NOT LIKE 'blob\_search%' ESCAPE '\' AND t.name NOT LIKE 'fact\_%' ESCAPE '\'
  AND t.name NOT IN ('meta', 'migration')
ORDER BY t.name;
