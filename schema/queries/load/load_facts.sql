-- Cells of the runs whose facts count, which stand for their rollouts.
SELECT run_id, task_id, step, n_rollouts, n, data_id
FROM fact_cell
WHERE run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs))) AND packed = epoch
ORDER BY run_id, task_id, step;
