-- Settings of a writer: committed rows survive a killed process and a power cut.
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
