-- Sample numbers that a task has in a step and turn of a run.
SELECT sample FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn
ORDER BY sample;
