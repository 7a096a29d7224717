-- What was built becomes a database like others.
PRAGMA locking_mode = NORMAL;
PRAGMA journal_mode = WAL;
