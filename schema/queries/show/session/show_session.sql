-- One session.
SELECT * FROM v_session WHERE session_id = :id;
