-- Schema 9: a packed cell counts while its epoch is the one that it was packed from.
-- Whatever changes what a cell says raises the epoch by a trigger, in the plain sqlite3 shell as well: UPDATE, DELETE, INSERT, and
-- rows that REPLACE takes away in silence, which is why the triggers run before the statement and look at the row that has the
-- key.  A program that loads many rows takes the INSERT triggers away within its transaction and raises the epochs of the cells
-- once (src/store/loader.h).  What was packed before is dropped and made anew by the next writer.  v_stale lists the cells whose facts do not count.

DROP TRIGGER fact_rollout_update;
DROP TRIGGER fact_rollout_delete;
DROP TRIGGER fact_evaluation_update;
DROP TRIGGER fact_evaluation_delete;
DROP TRIGGER fact_measurement_update;
DROP TRIGGER fact_measurement_delete;
DROP TABLE fact_state;
DROP TABLE fact_changed;
DROP TABLE fact_cell;
DROP TABLE fact_data;

-- One row a cell; to be read through v_cell, which is right when the facts are behind.
CREATE TABLE fact_cell (
  run_id  INTEGER NOT NULL, -- run
  task_id INTEGER NOT NULL, -- task
  step    INTEGER NOT NULL, -- step of the run
  epoch   INTEGER NOT NULL, -- raised by what changes a rollout of the cell, its evaluations or their measurements
  packed  INTEGER,          -- epoch that all below was made from: it counts when the two are equal; NULL: never made
  n_rollouts INTEGER,       -- rollouts, of every turn
  n_unscored INTEGER,       -- rollouts that await evaluation, or whose evaluation is 'infra'
  n          INTEGER,       -- scored samples; of several turns the last scored one stands
  n_compiled INTEGER,       -- samples that compiled
  n_correct  INTEGER,       -- samples that are correct
  n_timed    INTEGER,       -- samples with a speedup: correct, and timed beside a baseline
  n_fast_1   INTEGER,       -- samples with a speedup above 1
  best_speedup REAL,        -- largest speedup; NULL when no sample has one
  data_id    INTEGER,       -- row of fact_data
  PRIMARY KEY (run_id, task_id, step)
) STRICT, WITHOUT ROWID;
INSERT INTO fact_cell (run_id, task_id, step, epoch) SELECT DISTINCT run_id, task_id, step, 1 FROM rollout;

-- The rollouts of a cell by sample and turn.
CREATE TABLE fact_data (
  data_id INTEGER PRIMARY KEY, -- key
  columns BLOB NOT NULL        -- packed as src/store/fact_pack.h says
) STRICT;

CREATE TRIGGER fact_rollout_insert BEFORE INSERT ON rollout BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND ((run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step)
                            OR (run_id, task_id, step) IN (SELECT run_id, task_id, step FROM rollout WHERE rollout_id = NEW.rollout_id));
  INSERT INTO fact_cell (run_id, task_id, step, epoch) SELECT NEW.run_id, NEW.task_id, NEW.step, 1
  WHERE NOT EXISTS (SELECT 1 FROM fact_cell WHERE run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step);
END;

CREATE TRIGGER fact_rollout_update BEFORE UPDATE ON rollout BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND ((run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step)
                            OR (run_id, task_id, step) IN (SELECT run_id, task_id, step FROM rollout
                                                           WHERE rollout_id IN (OLD.rollout_id, NEW.rollout_id)));
  INSERT INTO fact_cell (run_id, task_id, step, epoch) SELECT NEW.run_id, NEW.task_id, NEW.step, 1
  WHERE NOT EXISTS (SELECT 1 FROM fact_cell WHERE run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step);
END;

CREATE TRIGGER fact_rollout_delete BEFORE DELETE ON rollout BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND run_id = OLD.run_id AND task_id = OLD.task_id AND step = OLD.step;
END;

CREATE TRIGGER fact_evaluation_insert BEFORE INSERT ON evaluation BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT run_id, task_id, step FROM rollout
      WHERE rollout_id = NEW.rollout_id OR rollout_id = (SELECT rollout_id FROM evaluation WHERE evaluation_id = NEW.evaluation_id));
END;

CREATE TRIGGER fact_evaluation_update BEFORE UPDATE ON evaluation BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT run_id, task_id, step FROM rollout
      WHERE rollout_id IN (OLD.rollout_id, NEW.rollout_id)
         OR rollout_id = (SELECT rollout_id FROM evaluation WHERE evaluation_id = NEW.evaluation_id));
END;

CREATE TRIGGER fact_evaluation_delete BEFORE DELETE ON evaluation BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (SELECT run_id, task_id, step FROM rollout WHERE rollout_id = OLD.rollout_id);
END;

CREATE TRIGGER fact_measurement_insert BEFORE INSERT ON measurement BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT r.run_id, r.task_id, r.step FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE e.evaluation_id = NEW.evaluation_id
         OR e.evaluation_id = (SELECT evaluation_id FROM measurement WHERE measurement_id = NEW.measurement_id));
END;

CREATE TRIGGER fact_measurement_update BEFORE UPDATE ON measurement BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT r.run_id, r.task_id, r.step FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE e.evaluation_id IN (OLD.evaluation_id, NEW.evaluation_id)
         OR e.evaluation_id = (SELECT evaluation_id FROM measurement WHERE measurement_id = NEW.measurement_id));
END;

CREATE TRIGGER fact_measurement_delete BEFORE DELETE ON measurement BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT r.run_id, r.task_id, r.step FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE e.evaluation_id = OLD.evaluation_id);
END;
