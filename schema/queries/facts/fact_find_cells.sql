-- Every cell that there is, none of which is packed.
INSERT INTO fact_cell (run_id, task_id, step, epoch) SELECT DISTINCT run_id, task_id, step, 1 FROM rollout;
