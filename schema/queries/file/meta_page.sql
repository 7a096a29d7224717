-- The page on which the row of commits stands.
SELECT rootpage AS rootpage FROM sqlite_schema WHERE type = 'table' AND name = 'meta';
