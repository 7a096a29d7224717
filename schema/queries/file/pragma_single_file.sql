-- A file that is copied and published has no journal beside it.
PRAGMA journal_mode = DELETE;
