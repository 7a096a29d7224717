-- Settings of a new database that nobody can see yet: it is synced once, when it is whole.
PRAGMA foreign_keys = ON;
PRAGMA journal_mode = MEMORY;
PRAGMA synchronous = OFF;
