-- Schema 34: a problem that is known by its name is called by it; the program made up its number.

ALTER TABLE task DROP COLUMN label;
ALTER TABLE task ADD COLUMN label TEXT GENERATED ALWAYS AS (CASE WHEN suite = 'completions' AND name = 'untagged' OR level = 1 AND problem_id >= 100000000 AND name <> '' THEN name ELSE 'l' || level || '/' || problem_id END) VIRTUAL; -- what it is called: l1/4; the name of a problem whose number was made up from it; untagged when nobody said what was asked for
