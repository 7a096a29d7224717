INSERT INTO judge_attempt (judge_setup_id, rollout_id, attempt, request_sha256, sent_at, checksum)
SELECT :judge_setup_id, :rollout_id, coalesce(max(attempt), 0) + 1, :request_sha256, :sent_at,
  checksum_with(:checksum, 'attempt', NULL, coalesce(max(attempt), 0) + 1)
FROM judge_attempt WHERE judge_setup_id = :judge_setup_id AND rollout_id = :rollout_id;
