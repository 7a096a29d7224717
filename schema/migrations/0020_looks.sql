-- Schema 20: looks at the data of a declared study, and runs that were attached to a declaration after they began.

CREATE TABLE look (
  look_id        INTEGER PRIMARY KEY, -- key
  declaration_id INTEGER NOT NULL REFERENCES declaration, -- the version that stood
  number         INTEGER NOT NULL CHECK (number >= 1), -- 1 is the first look at the data of a declaration of this name
  runs           TEXT    NOT NULL CHECK (json_valid(runs)), -- JSON object: the runs of each method that were looked at
  n_rollouts     INTEGER NOT NULL CHECK (n_rollouts >= 0), -- scored ones of these runs
  data_sha256    TEXT    NOT NULL, -- of these rollouts, as reports name it
  alpha_spent    REAL    NOT NULL CHECK (alpha_spent > 0 AND alpha_spent < 0.5), -- the level that the look was tested at
  statistic      TEXT    NOT NULL CHECK (json_valid(statistic)), -- JSON array, one object a pair: difference, its interval, p_holm, tasks
  n_rejected     INTEGER NOT NULL CHECK (n_rejected >= 0), -- pairs whose null of no difference was rejected
  taken_at       TEXT    NOT NULL, -- UTC
  UNIQUE (declaration_id, number)
) STRICT;
CREATE TRIGGER look_not_changed BEFORE UPDATE ON look
BEGIN
  SELECT RAISE(ABORT, 'a look is never changed: the data were seen');
END;
CREATE TRIGGER look_not_deleted BEFORE DELETE ON look
BEGIN
  SELECT RAISE(ABORT, 'a look is never deleted: the data were seen');
END;

ALTER TABLE declared_run ADD COLUMN attached_at TEXT; -- UTC; NULL when the run itself said so as it began
