-- A file that is copied and published has no journal beside it.
PRAGMA main.journal_mode = DELETE;
