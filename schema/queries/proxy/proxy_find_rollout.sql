-- The last turn of a sample.
SELECT r.rollout_id, r.turn, r.code_blob_id, c.sha256 AS code_sha256
FROM rollout r LEFT JOIN blob c ON c.blob_id = r.code_blob_id
WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.sample = :sample
  AND (:turn IS NULL OR r.turn = :turn)
ORDER BY r.turn DESC LIMIT 1;
