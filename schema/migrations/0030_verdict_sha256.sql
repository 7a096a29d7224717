-- Schema 30: one hash for one verdict.

ALTER TABLE evaluation ADD COLUMN verdict_sha256 TEXT CHECK (length(verdict_sha256) = 64); -- of code, task, evaluator, rule and outcome; NULL: an import, or no verdict
