UPDATE trainer_request SET request_id = :request_id, checksum = checksum_with(checksum, 'request_id', request_id, :request_id)
WHERE trainer_request_id = :trainer_request_id;
