-- Rollouts of one key whose completions or code differ.
SELECT m.name || ', step ' || o.step || ', sample ' || o.sample
FROM other.rollout o
JOIN temp.merge_run m ON m.old = o.run_id
JOIN temp.merge_rollout x ON x.old = o.rollout_id
JOIN main.rollout r ON r.rollout_id = x.new
WHERE r.completion_blob_id IS NOT (SELECT new FROM temp.merge_blob WHERE old = o.completion_blob_id)
   OR r.code_blob_id IS NOT (SELECT new FROM temp.merge_blob WHERE old = o.code_blob_id)
ORDER BY o.rollout_id
LIMIT 1;
