-- The largest sample number of a task in a step and turn of a run, -1 when it has none.
SELECT coalesce(max(sample), -1) AS last_sample FROM rollout
WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn;
