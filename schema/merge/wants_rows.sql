-- A run of the attached database "other" whose facts alone do not say what a merge would make of it: it is here as well, or its
-- facts are behind.
SELECT name FROM other.run WHERE name IN (SELECT name FROM main.run)
UNION ALL
SELECT r.name FROM other.fact_cell c JOIN other.run r ON r.run_id = c.run_id WHERE c.packed IS NOT c.epoch
LIMIT 1;
