-- Schema 29: what a right candidate's measurement is worth.

ALTER TABLE evaluation ADD COLUMN why_no_speedup TEXT; -- why the times of a right candidate do not count; NULL when they do, or it is not right
ALTER TABLE evaluation ADD COLUMN precision_class TEXT CHECK (precision_class IN ('fp32', 'tf32', 'half')); -- least precise class that the outputs of a right module need; NULL: not classified
