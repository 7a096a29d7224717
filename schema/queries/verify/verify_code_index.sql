-- Rollouts whose code in the table is not that of the index: one of the two is damaged.
-- columns: those of verify_tokens
SELECT 'rollout ' || a.rollout_id AS place, 'its code is another one in the index' AS what
FROM rollout a NOT INDEXED
WHERE a.code_blob_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM rollout b INDEXED BY rollout_code WHERE b.code_blob_id = a.code_blob_id AND b.rollout_id = a.rollout_id)
ORDER BY a.rollout_id;
