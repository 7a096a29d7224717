-- The same where facts come without the texts and rollouts that they were made from: rows point to what is elsewhere.
PRAGMA foreign_keys = OFF;
PRAGMA journal_mode = TRUNCATE;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -8192;
