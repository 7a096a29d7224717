INSERT INTO agent_call (call_id, run_id, tool, arguments, failed, answer, evaluation_id, began_at, took_ms, checksum)
VALUES (:call_id, :run_id, :tool, :arguments, :failed, :answer, :evaluation_id, :began_at, :took_ms, :checksum);
