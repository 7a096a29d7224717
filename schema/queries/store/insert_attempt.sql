-- Numbered after the attempts that are there.  A scalar subquery: INSERT ... SELECT from the table itself takes a temporary one.
INSERT INTO attempt (run_id, step, task_id, turn, sample, attempt, request_sha256, sent_at, checksum)
VALUES (:run_id, :step, :task_id, :turn, :sample,
  (SELECT coalesce(max(attempt), 0) + 1 FROM attempt WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND sample = :sample),
  :request_sha256, :sent_at,
  checksum_with(:checksum, 'attempt', NULL, (SELECT coalesce(max(attempt), 0) + 1 FROM attempt
                                             WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND sample = :sample)));
