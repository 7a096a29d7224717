-- A stored text.
SELECT coalesce(text, data) AS content FROM blob WHERE blob_id = :id;
