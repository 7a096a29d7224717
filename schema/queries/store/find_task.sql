SELECT task_id, name, family, sha256 FROM task
WHERE suite = :suite AND level = :level AND problem_id = :problem_id;
