-- Of a copy, whose pages are not where those of the original are: another number, none before it, and no sum.
UPDATE meta SET value = substr(value, 1, 13) || :mark || ' 0000000000000000 ' || CASE substr(value, 48, 1) WHEN 'X' THEN 'X' ELSE '-' END || ' 0 0'
WHERE key = 'log';
