-- Schema 17: what a study declares before it runs, and which runs refer to it.

CREATE TABLE declaration (
  declaration_id INTEGER PRIMARY KEY, -- key
  name        TEXT    NOT NULL, -- how runs and reports refer to it
  version     INTEGER NOT NULL CHECK (version >= 1), -- 1 is what was declared first; later ones are amendments
  content     TEXT    NOT NULL CHECK (json_valid(content)), -- JSON with sorted keys: estimand, methods, budget, seeds, tasks, test, alpha, looks, stopping
  sha256      TEXT    NOT NULL, -- of the content
  estimand    TEXT    NOT NULL, -- what each run gives a task, as compare --methods names it; this and what follows to tasks is read from the content
  test        TEXT    NOT NULL, -- of the differences, sign-flip
  threshold   REAL    NOT NULL CHECK (threshold > 0), -- a rollout is fast above it
  ge          INTEGER NOT NULL CHECK (ge IN (0, 1)), -- 1 when it is fast at the threshold as well
  budget      INTEGER NOT NULL CHECK (budget >= 1), -- rollouts a task and run
  alpha       REAL    NOT NULL CHECK (alpha > 0 AND alpha < 0.5), -- level of the study; each look is tested at alpha / looks
  looks       INTEGER NOT NULL CHECK (looks >= 1), -- at the data, the last one included
  stopping    TEXT    NOT NULL, -- when the study ends, in words
  methods     TEXT    NOT NULL CHECK (json_valid(methods)), -- JSON array of names
  seeds       TEXT    NOT NULL CHECK (json_valid(seeds)), -- JSON array of integers
  tasks       TEXT    NOT NULL CHECK (json_valid(tasks)), -- JSON array of l1/4, ...
  why         TEXT CHECK ((why IS NULL) = (version = 1)), -- reason of an amendment; NULL for the first version
  declared_at TEXT    NOT NULL, -- UTC
  UNIQUE (name, version)
) STRICT;
CREATE TRIGGER declaration_not_changed BEFORE UPDATE ON declaration
BEGIN
  SELECT RAISE(ABORT, 'a declaration is never changed: declare an amendment');
END;
CREATE TRIGGER declaration_not_deleted BEFORE DELETE ON declaration
BEGIN
  SELECT RAISE(ABORT, 'a declaration is never deleted');
END;

CREATE TABLE declared_run (
  run_id         INTEGER PRIMARY KEY REFERENCES run, -- run
  declaration_id INTEGER NOT NULL REFERENCES declaration, -- the version that stood when the run began
  method         TEXT    NOT NULL -- which of its methods the run is of
) STRICT;
