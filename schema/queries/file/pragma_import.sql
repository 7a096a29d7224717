-- Settings of a writer of many rows: pages of the indexes stay in memory, instead of going to the log again and again; enums come from
-- tables of the program (see pragma_bulk.sql).
PRAGMA cache_size = -65536;
PRAGMA ignore_check_constraints = ON;
