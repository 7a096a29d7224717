-- Schema 10: kinds of candidates.
-- What was evaluated here before there were kinds is a kernel file, and v_evaluation says so; of an import it is not known.

ALTER TABLE evaluation ADD COLUMN kind TEXT; -- of the candidate: kernel_file, library, ...; NULL when it is not known, or from before schema 10
