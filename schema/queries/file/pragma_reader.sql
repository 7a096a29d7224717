-- Settings of a connection that only reads, maybe a file from somebody else: nothing in its schema
-- may call functions with side effects.
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
