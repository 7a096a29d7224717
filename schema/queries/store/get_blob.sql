SELECT coalesce(data, text) AS content, bytes FROM blob WHERE blob_id = :blob_id;
