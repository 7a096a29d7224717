-- How many bytes of a log are in the database; no row for a new one.
SELECT CAST(value AS INTEGER) AS bytes FROM meta WHERE key = 'log ' || :file;
