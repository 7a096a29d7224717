-- The samples beside one in its task, step and turn.
SELECT (SELECT rollout_id FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND sample < :sample ORDER BY sample DESC LIMIT 1) AS before_id,
       (SELECT rollout_id FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND sample > :sample ORDER BY sample LIMIT 1) AS after_id;
