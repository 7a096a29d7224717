INSERT INTO task (suite, level, problem_id, name, family, sha256)
VALUES (:suite, :level, :problem_id, :name, :family, :sha256)
RETURNING task_id;
