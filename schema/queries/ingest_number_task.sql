-- The number of the task with this name, else the next free one.
SELECT coalesce((SELECT problem_id FROM task WHERE suite = :suite AND level = :level AND name = :name ORDER BY problem_id LIMIT 1),
                (SELECT coalesce(max(problem_id), 0) + 1 FROM task WHERE suite = :suite AND level = :level));
