-- Schema 21: which version of the benchmark a file is about.

ALTER TABLE import_source ADD COLUMN benchmark TEXT; -- versions of KernelBench that have the problem names in the file ('v0', 'v0.1, v0.2'); 'mixed' when none has all; NULL when it names none
