-- Every table with the statement that reads it in key order, but for what is derived.
SELECT t.name,
       'SELECT ' || (SELECT group_concat('"' || name || '"', ', ') OVER (ORDER BY cid ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
                     FROM pragma_table_info(t.name) LIMIT 1) ||
       ' FROM "' || t.name || '" ORDER BY ' ||
       (SELECT group_concat('"' || name || '"', ', ') OVER (ORDER BY pk ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
        FROM pragma_table_info(t.name) WHERE pk > 0 LIMIT 1) AS reading
FROM sqlite_schema t
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name NOT LIKE 'blob\_search%' ESCAPE '\' AND t.name NOT LIKE 'fact\_%' ESCAPE '\'
  AND t.name NOT IN ('meta', 'migration')
ORDER BY t.name;
