-- The first sample number that neither a rollout nor an attempt of the step and task has.
SELECT 1 + max(coalesce((SELECT max(sample) FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id), -1),
               coalesce((SELECT max(sample) FROM attempt WHERE run_id = :run_id AND step = :step AND task_id = :task_id), -1)) AS free_sample;
