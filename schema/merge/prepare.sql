-- The name of each run of the other database in this one.
CREATE TEMP TABLE merge_run (old INTEGER PRIMARY KEY, name TEXT NOT NULL, new INTEGER);
