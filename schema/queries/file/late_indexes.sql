-- What removes and makes again the indexes that no import asks, two texts of statements: built at the end from sorted rows they cost less than
-- kept with every row (src/store/writer.c).  Partial indexes are kept: most files have nothing for them, and finding that out takes a scan of the rows.
SELECT group_concat(printf('DROP INDEX "%w";', name), '') AS removal, group_concat(sql || ';', '') AS making
FROM sqlite_schema
WHERE type = 'index' AND name IN ('rollout_task', 'rollout_code');
