-- Schema 14: what is known of the noise in a speedup, and evaluations that confirm an earlier one.

ALTER TABLE evaluation ADD COLUMN speedup_lower REAL CHECK (speedup_lower > 0); -- lower end of the interval of the speedup; NULL without one: an import, not measured, or from before schema 14
ALTER TABLE evaluation ADD COLUMN speedup_upper REAL CHECK (speedup_upper >= speedup_lower); -- its upper end
ALTER TABLE evaluation ADD COLUMN interval_level REAL; -- its confidence level, 0.95
ALTER TABLE evaluation ADD COLUMN interval_kind TEXT; -- how it was made: 'processes' is docs/evaluator.md, "Noise"
ALTER TABLE evaluation ADD COLUMN interval_processes INTEGER CHECK (interval_processes >= 2); -- processes of either side; pair i of samples was taken in process i mod this
ALTER TABLE evaluation ADD COLUMN same_as_baseline INTEGER CHECK (same_as_baseline IN (0, 1)); -- 1 when the candidate is the baseline but for white space and comments (A/A); NULL when there was no text to compare
ALTER TABLE evaluation ADD COLUMN purpose TEXT CHECK (purpose IN ('confirm')); -- 'confirm' when it times again what was measured before; NULL when it scores its rollout
