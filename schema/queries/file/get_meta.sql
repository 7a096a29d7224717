-- A fact about the file itself.
SELECT value AS value FROM meta WHERE key = :key;
