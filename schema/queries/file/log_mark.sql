-- What the last commit wrote into the row of commits (src/store/log_mark.c).
SELECT value AS value FROM meta WHERE key = 'log';
