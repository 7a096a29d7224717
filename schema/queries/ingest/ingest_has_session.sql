-- Whether a session has the name.
SELECT session_id FROM session WHERE name = :name;
