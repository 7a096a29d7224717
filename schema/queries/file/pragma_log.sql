-- Settings of the process that stores logs: pages of the indexes stay in memory and go to the file once for many transactions.
PRAGMA cache_size = -65536;
PRAGMA wal_autocheckpoint = 16000;
