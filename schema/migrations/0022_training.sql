-- Schema 22: samples that an update left out, and the guardrails of a run.

CREATE TABLE sample_mask (
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout that the update left out
  filter     TEXT    NOT NULL, -- which filter
  value      REAL, -- what the filter saw; NULL when it compares nothing
  bound      REAL, -- what value was compared with
  PRIMARY KEY (rollout_id, filter)
) STRICT, WITHOUT ROWID;

CREATE TABLE guard (
  run_id      INTEGER NOT NULL REFERENCES run, -- run
  step        INTEGER NOT NULL, -- step whose rollouts, or whose update, were measured
  metric      TEXT    NOT NULL, -- kl, correct, ...
  action      TEXT    NOT NULL CHECK (action IN ('warn','rollback','stop')), -- what happens beyond the bound
  measured_on TEXT    NOT NULL CHECK (measured_on IN ('rollouts','update')), -- what the metric is of
  value       REAL, -- NULL when it is not known, which is beyond nothing
  bound       REAL    NOT NULL, -- from where on it fires
  fired       INTEGER NOT NULL CHECK (fired IN (0, 1)), -- 1 when value lay beyond bound
  PRIMARY KEY (run_id, step, metric, action)
) STRICT, WITHOUT ROWID;
