-- Schema 3: what the analyses read of every rollout, packed by (run, task, step).
-- Derived from rollout, evaluation and measurement, and never trusted when these have changed since.
-- Rows that were appended lie beyond the marks of fact_state; whoever changes or removes a row, the
-- plain sqlite3 shell included, leaves a note by a trigger.  INSERT has none: it would make a writer
-- half as fast.  Instead the number of rows is compared where keys have gaps that a row could fill.
-- v_stale lists the cells whose facts do not count.

CREATE TABLE fact_state (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), -- one row
  layout         INTEGER NOT NULL, -- of fact_data.columns; facts of an unknown layout do not count
  rollout_id     INTEGER NOT NULL, -- facts tell of rollouts up to this one
  evaluation_id  INTEGER NOT NULL, -- facts tell of evaluations up to this one
  measurement_id INTEGER NOT NULL, -- facts tell of measurements up to this one
  n_rollouts     INTEGER NOT NULL, -- rollouts up to the mark
  n_evaluations  INTEGER NOT NULL, -- evaluations up to the mark
  n_measurements INTEGER NOT NULL  -- measurements up to the mark
) STRICT;
INSERT INTO fact_state VALUES (1, 0, 0, 0, 0, 0, 0, 0);

-- Cells in which a row that the facts tell of was changed or removed.
CREATE TABLE fact_changed (
  run_id  INTEGER NOT NULL, -- run
  task_id INTEGER NOT NULL, -- task
  step    INTEGER NOT NULL, -- step of the run
  PRIMARY KEY (run_id, task_id, step)
) STRICT, WITHOUT ROWID;

-- One row a cell; to be read through v_cell, which is right when the facts are behind.
CREATE TABLE fact_cell (
  run_id     INTEGER NOT NULL, -- run
  task_id    INTEGER NOT NULL, -- task
  step       INTEGER NOT NULL, -- step of the run
  n_rollouts INTEGER NOT NULL, -- rollouts, of every turn
  n_unscored INTEGER NOT NULL, -- rollouts that await evaluation, or whose evaluation is 'infra'
  n          INTEGER NOT NULL, -- scored samples; of several turns the last scored one stands
  n_compiled INTEGER NOT NULL, -- samples that compiled
  n_correct  INTEGER NOT NULL, -- samples that are correct
  n_timed    INTEGER NOT NULL, -- samples with a speedup: correct, and timed beside a baseline
  n_fast_1   INTEGER NOT NULL, -- samples with a speedup above 1
  best_speedup REAL,           -- largest speedup; NULL when no sample has one
  data_id    INTEGER NOT NULL, -- row of fact_data
  PRIMARY KEY (run_id, task_id, step)
) STRICT, WITHOUT ROWID;

-- The rollouts of a cell by sample and turn.
CREATE TABLE fact_data (
  data_id INTEGER PRIMARY KEY, -- key
  columns BLOB NOT NULL        -- packed as src/store/fact_pack.h says
) STRICT;

CREATE TRIGGER fact_rollout_update AFTER UPDATE ON rollout BEGIN
  INSERT INTO fact_changed SELECT OLD.run_id, OLD.task_id, OLD.step
  WHERE NOT EXISTS (SELECT 1 FROM fact_changed WHERE run_id = OLD.run_id AND task_id = OLD.task_id AND step = OLD.step);
  INSERT INTO fact_changed SELECT NEW.run_id, NEW.task_id, NEW.step
  WHERE NOT EXISTS (SELECT 1 FROM fact_changed WHERE run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step);
  UPDATE fact_state SET layout = 0 WHERE OLD.rollout_id <> NEW.rollout_id;
END;

CREATE TRIGGER fact_rollout_delete AFTER DELETE ON rollout BEGIN
  INSERT INTO fact_changed SELECT OLD.run_id, OLD.task_id, OLD.step
  WHERE NOT EXISTS (SELECT 1 FROM fact_changed WHERE run_id = OLD.run_id AND task_id = OLD.task_id AND step = OLD.step);
  UPDATE fact_state SET n_rollouts = n_rollouts - 1, rollout_id = min(rollout_id, coalesce((SELECT max(rollout_id) FROM rollout), 0))
  WHERE rollout_id >= OLD.rollout_id;
END;

CREATE TRIGGER fact_evaluation_update AFTER UPDATE ON evaluation BEGIN
  INSERT INTO fact_changed SELECT DISTINCT run_id, task_id, step FROM rollout r WHERE rollout_id IN (OLD.rollout_id, NEW.rollout_id)
  AND NOT EXISTS (SELECT 1 FROM fact_changed c WHERE c.run_id = r.run_id AND c.task_id = r.task_id AND c.step = r.step);
  UPDATE fact_state SET layout = 0 WHERE OLD.evaluation_id <> NEW.evaluation_id;
END;

CREATE TRIGGER fact_evaluation_delete AFTER DELETE ON evaluation BEGIN
  INSERT INTO fact_changed SELECT run_id, task_id, step FROM rollout r WHERE rollout_id = OLD.rollout_id
  AND NOT EXISTS (SELECT 1 FROM fact_changed c WHERE c.run_id = r.run_id AND c.task_id = r.task_id AND c.step = r.step);
  UPDATE fact_state SET n_evaluations = n_evaluations - 1,
                        evaluation_id = min(evaluation_id, coalesce((SELECT max(evaluation_id) FROM evaluation), 0))
  WHERE evaluation_id >= OLD.evaluation_id;
END;

CREATE TRIGGER fact_measurement_update AFTER UPDATE ON measurement BEGIN
  INSERT INTO fact_changed SELECT DISTINCT r.run_id, r.task_id, r.step
  FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
  WHERE e.evaluation_id IN (OLD.evaluation_id, NEW.evaluation_id)
  AND NOT EXISTS (SELECT 1 FROM fact_changed c WHERE c.run_id = r.run_id AND c.task_id = r.task_id AND c.step = r.step);
  UPDATE fact_state SET layout = 0 WHERE OLD.measurement_id <> NEW.measurement_id;
END;

CREATE TRIGGER fact_measurement_delete AFTER DELETE ON measurement BEGIN
  INSERT INTO fact_changed SELECT r.run_id, r.task_id, r.step
  FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
  WHERE e.evaluation_id = OLD.evaluation_id
  AND NOT EXISTS (SELECT 1 FROM fact_changed c WHERE c.run_id = r.run_id AND c.task_id = r.task_id AND c.step = r.step);
  UPDATE fact_state SET n_measurements = n_measurements - 1,
                        measurement_id = min(measurement_id, coalesce((SELECT max(measurement_id) FROM measurement), 0))
  WHERE measurement_id >= OLD.measurement_id;
END;
