-- How many bytes of a log are in the database.
INSERT OR REPLACE INTO meta (key, value) VALUES ('log ' || :file, CAST(:bytes AS TEXT));
