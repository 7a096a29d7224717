-- The session with this name of its own.
SELECT session_id, name FROM session WHERE kind = :kind AND uid = :uid;
