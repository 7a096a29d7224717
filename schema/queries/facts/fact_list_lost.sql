-- Cells with rollouts that the facts do not know.
SELECT run_id, task_id, step FROM rollout
EXCEPT SELECT run_id, task_id, step FROM fact_cell
ORDER BY run_id, task_id, step;
