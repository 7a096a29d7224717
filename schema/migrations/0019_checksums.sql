-- Schema 19: what the values of a row add up to, so that verify finds a changed one; and what a task is called.

ALTER TABLE task ADD COLUMN label TEXT GENERATED ALWAYS AS (CASE WHEN suite = 'completions' AND name = 'untagged' THEN name ELSE 'l' || level || '/' || problem_id END) VIRTUAL; -- what it is called: l1/4, or untagged when nobody said what was asked for
ALTER TABLE rollout ADD COLUMN checksum INTEGER; -- of the row as it was written, without keys; NULL: written by another program, or before schema 19
ALTER TABLE rollout_tokens ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE score ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE evaluation ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE measurement ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE measurement_clock ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE evidence ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE baseline ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE profile ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE profile_kernel ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE kernel_counters ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE reward ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE judge ADD COLUMN checksum INTEGER; -- likewise
