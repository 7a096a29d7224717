-- The record that a sample was imported from, the import its first verdict came with, its key and texts.
SELECT r.extra, (SELECT e.import_source_id FROM evaluation e WHERE e.rollout_id = r.rollout_id ORDER BY e.evaluation_id LIMIT 1) AS source_id,
       r.rollout_id, r.prompt_blob_id, r.completion_blob_id, r.action_blob_id, r.code_blob_id
FROM rollout r
WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.turn = :turn AND r.sample = :sample;
