-- Settings of a database that is built where nobody looks for it: its file is worth nothing until it is whole, so nothing is synced.  The
-- journal, for rollbacks alone, is a file: in memory it would grow with the pages of the indexes.  Keys refer to rows that the same connection made, and outcomes are checked by
-- the program: SQLite would make a temporary table of each IN list for each row.  'rollbook verify' checks both.
PRAGMA page_size = 32768;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA journal_mode = TRUNCATE;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -49152;
PRAGMA foreign_keys = OFF;
PRAGMA ignore_check_constraints = ON;
PRAGMA secure_delete = OFF;
