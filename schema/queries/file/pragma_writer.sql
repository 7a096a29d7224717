-- Settings of a writer: committed rows survive a killed process and a power cut.  The schema stays
-- trusted: its CHECKs use json_valid, which this SQLite counts as unsafe.
PRAGMA foreign_keys = ON;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
