-- Settings of a temporary database that several are brought into: it is worth nothing when the process ends, so nothing is synced.
PRAGMA foreign_keys = ON;
PRAGMA journal_mode = TRUNCATE;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -49152;
