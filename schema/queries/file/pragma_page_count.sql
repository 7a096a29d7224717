PRAGMA page_count;
