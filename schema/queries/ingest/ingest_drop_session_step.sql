DELETE FROM session_step WHERE session_step_id = :session_step_id;
