UPDATE attempt SET request_id = :request_id, checksum = checksum_with(checksum, 'request_id', request_id, :request_id)
WHERE attempt_id = :attempt_id;
