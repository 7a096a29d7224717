-- The last turn of a sample.  The turns are stepped through, so that each is one look into the index.
WITH RECURSIVE
turns(turn) AS (
  SELECT (SELECT turn FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id ORDER BY turn LIMIT 1)
  UNION ALL
  SELECT (SELECT turn FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn > turns.turn ORDER BY turn LIMIT 1)
  FROM turns WHERE turns.turn IS NOT NULL)
SELECT r.rollout_id, r.turn, r.code_blob_id, c.sha256 AS code_sha256
FROM turns CROSS JOIN rollout r LEFT JOIN blob c ON c.blob_id = r.code_blob_id
WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.turn = turns.turn AND r.sample = :sample
  AND (:turn IS NULL OR r.turn = :turn)
ORDER BY r.turn DESC LIMIT 1;
