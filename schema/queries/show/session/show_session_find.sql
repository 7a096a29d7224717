-- The session of this name, or with this key.
SELECT session_id FROM session WHERE name = :name OR session_id = :id ORDER BY name = :name DESC LIMIT 1;
