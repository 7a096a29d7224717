-- Makes another study of study.sql, to be read beside it: its runs have other names.
UPDATE run SET name = 'other-' || name, checksum = NULL;
