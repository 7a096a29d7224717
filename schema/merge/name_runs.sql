INSERT INTO temp.merge_run (old, name) SELECT run_id, :prefix || name FROM other.run;
