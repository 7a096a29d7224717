-- The checks and what they found.
SELECT kind, pass, value, bound, unit, detail FROM evidence WHERE evaluation_id = :id ORDER BY position;
