SELECT rollout_id FROM rollout
WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND sample = :sample;
