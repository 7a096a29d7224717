-- Schema 26: numbers of runs that were asked for instead of the mode's.

ALTER TABLE evaluation ADD COLUMN correct_trials INTEGER CHECK (correct_trials > 0); -- asked for; NULL: the mode's (fast 1, full 5)
ALTER TABLE evaluation ADD COLUMN timed_runs INTEGER CHECK (timed_runs > 0); -- likewise (fast 5, full 50)
