-- The log is gone.
DELETE FROM meta WHERE key = 'log ' || :file;
