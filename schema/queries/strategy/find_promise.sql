-- What a server has promised of a sample and nobody has fetched.
SELECT attempt_id, request_id FROM attempt
WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND sample = :sample AND ended_at IS NULL AND request_id IS NOT NULL
ORDER BY attempt DESC LIMIT 1;
