-- Logs of which something is in the database.
SELECT substr(key, 5) AS file FROM meta WHERE key LIKE 'log %' ORDER BY key;
