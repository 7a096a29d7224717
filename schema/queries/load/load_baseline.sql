-- Stored runtimes of a baseline on every hardware it has.
SELECT b.hardware, t.level, t.problem_id, b.runtime_us
FROM baseline b JOIN v_task t ON t.task_id = b.task_id
WHERE b.name = :name
ORDER BY b.hardware, t.level, t.problem_id;
