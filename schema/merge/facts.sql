-- The facts of the attached database "other" without its rollouts, behind nouns.sql.  They stand for rollouts that are elsewhere.
CREATE TEMP TABLE merge_rollout (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE merge_fact (most INTEGER NOT NULL);
INSERT INTO merge_fact SELECT coalesce(max(data_id), 0) FROM main.fact_data;
INSERT INTO main.fact_data (data_id, columns)
SELECT f.most + o.data_id, o.columns FROM merge_fact f CROSS JOIN other.fact_data o ORDER BY o.data_id;
INSERT INTO main.fact_cell (run_id, task_id, step, epoch, packed, n_rollouts, n_unscored, n, n_compiled, n_correct, n_timed, n_fast_1,
                            best_speedup, data_id)
SELECT r.new, t.new, o.step, 1, 1, o.n_rollouts, o.n_unscored, o.n, o.n_compiled, o.n_correct, o.n_timed, o.n_fast_1,
       o.best_speedup, f.most + o.data_id
FROM merge_fact f
CROSS JOIN other.fact_cell o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
ORDER BY r.new, t.new, o.step;
