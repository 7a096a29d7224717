-- Schema 23: the checksum of 0019 for every other table that holds a number or a text.

ALTER TABLE model ADD COLUMN checksum INTEGER; -- of the row as it was written, without keys; NULL: written by another program, or before schema 23
ALTER TABLE checkpoint ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE task ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE split ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE device ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE import_source ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE run ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE run_task ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE step ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE ledger ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE attempt ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE judge_setup ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE judge_attempt ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE exchange ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE feedback ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE conversation_turn ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE conversation_end ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE declaration ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE declared_run ADD COLUMN checksum INTEGER; -- likewise
ALTER TABLE look ADD COLUMN checksum INTEGER; -- likewise
