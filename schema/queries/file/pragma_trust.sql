-- Copying a database evaluates its CHECKs, which use json_valid; this SQLite counts that as unsafe.
PRAGMA trusted_schema = ON;
