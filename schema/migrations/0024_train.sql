-- Schema 24: tasks that a run does not learn from, what it was shown instead of its own rollouts, and the median of a normalised reward.

ALTER TABLE run_task ADD COLUMN role TEXT CHECK (role IN ('train', 'held')); -- train: learned from; held: evaluated only; NULL: the run tells no two kinds
ALTER TABLE reward ADD COLUMN median REAL; -- of earlier correct speedups of the task, which value was divided by; NULL when there was none

CREATE TABLE demonstration (
  run_id     INTEGER NOT NULL REFERENCES run, -- run that learned
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout of its teacher
  part       TEXT    NOT NULL CHECK (part IN ('train', 'held', 'left out')), -- learned from; only scored, for the held-out loss; neither
  position   INTEGER, -- order before shuffling; NULL when left out
  reason     TEXT, -- why left out: 'not correct', 'held out', ...
  checksum   INTEGER, -- of the row as it was written, without keys
  PRIMARY KEY (run_id, rollout_id),
  CHECK ((part = 'left out') = (reason IS NOT NULL) AND (part = 'left out') = (position IS NULL))
) STRICT, WITHOUT ROWID;
