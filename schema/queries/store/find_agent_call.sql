SELECT 1 AS found FROM agent_call WHERE call_id = :call_id;
