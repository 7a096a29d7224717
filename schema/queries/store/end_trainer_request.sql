UPDATE trainer_request SET ended_at = :ended_at, failure = :failure,
  checksum = checksum_with(checksum, 'ended_at', ended_at, :ended_at, 'failure', failure, :failure)
WHERE trainer_request_id = :trainer_request_id;
