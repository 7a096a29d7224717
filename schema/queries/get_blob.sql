SELECT coalesce(data, text), bytes FROM blob WHERE blob_id = :blob_id;
