-- Large pages waste less of texts of some kilobytes.
PRAGMA page_size = 32768;
