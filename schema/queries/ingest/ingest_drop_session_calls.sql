DELETE FROM session_call WHERE session_step_id = :session_step_id;
