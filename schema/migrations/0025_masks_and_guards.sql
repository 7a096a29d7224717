-- Schema 25: the checksum of 0019 for what filters left out and what guards saw.

ALTER TABLE sample_mask ADD COLUMN checksum INTEGER; -- of the row as it was written, without keys; NULL: written by another program, or before schema 25
ALTER TABLE guard ADD COLUMN checksum INTEGER; -- likewise
