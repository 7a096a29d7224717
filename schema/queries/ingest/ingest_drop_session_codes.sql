DELETE FROM session_code WHERE session_call_id IN (SELECT session_call_id FROM session_call WHERE session_step_id = :session_step_id);
