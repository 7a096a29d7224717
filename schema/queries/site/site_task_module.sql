-- The module of a PyTorch problem, and whether the task is one of this program's own.
SELECT module, sha256 IS NOT NULL AND module IS NULL AS is_ours FROM v_task WHERE task_id = :id;
