INSERT INTO task (suite, level, problem_id, name, family, sha256, checksum)
VALUES (:suite, :level, :problem_id, :name, :family, :sha256, :checksum)
RETURNING task_id;
