UPDATE attempt SET ended_at = :ended_at, end_kind = :end_kind, status = :status, detail = :detail, request_id = :request_id,
  first_byte_ms = :first_byte_ms, total_ms = :total_ms, rollout_id = :rollout_id, response = :response,
  checksum = checksum_with(checksum, 'ended_at', ended_at, :ended_at, 'end_kind', end_kind, :end_kind, 'status', status, :status, 'detail', detail, :detail, 'request_id', request_id, :request_id, 'first_byte_ms', first_byte_ms, :first_byte_ms, 'total_ms', total_ms, :total_ms, 'response', response, :response)
WHERE attempt_id = :attempt_id;
