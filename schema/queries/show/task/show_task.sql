-- One task.
SELECT task, suite, level, problem_id, name, family, sha256, task_id FROM v_task WHERE task_id = :id;
