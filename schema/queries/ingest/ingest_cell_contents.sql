-- What tells the samples of a task in a step and turn of a run apart.  Of equal ones the first comes last.
SELECT sample, extra, completion_blob_id, code_blob_id FROM rollout
WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn
ORDER BY sample DESC;
