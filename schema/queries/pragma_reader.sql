-- Settings every connection needs.
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
