-- Who uses a text, the nearest kind of use first.
SELECT used_as, u.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample
FROM (SELECT * FROM (SELECT 1 AS rank, 'code' AS used_as, rollout_id, run_id, task_id FROM rollout WHERE code_blob_id = :blob_id LIMIT 1)
      UNION ALL SELECT * FROM (SELECT 2, 'action', rollout_id, run_id, task_id FROM rollout
                               WHERE action_blob_id = :blob_id AND code_blob_id IS NULL LIMIT 1)
      UNION ALL SELECT * FROM (SELECT 3, 'completion', rollout_id, run_id, task_id FROM rollout WHERE completion_blob_id = :blob_id LIMIT 1)
      UNION ALL SELECT * FROM (SELECT 4, 'log', e.rollout_id, o.run_id, o.task_id FROM evaluation e
                               JOIN rollout o ON o.rollout_id = e.rollout_id WHERE e.log_blob_id = :blob_id LIMIT 1)
      UNION ALL SELECT * FROM (SELECT 5, 'prompt', rollout_id, run_id, task_id FROM rollout WHERE prompt_blob_id = :blob_id LIMIT 1)
      UNION ALL SELECT * FROM (SELECT 6, 'prompt', NULL, run_id, task_id FROM run_task WHERE prompt_blob_id = :blob_id LIMIT 1)) u
JOIN run ON run.run_id = u.run_id
JOIN task t ON t.task_id = u.task_id
LEFT JOIN rollout r ON r.rollout_id = u.rollout_id
WHERE :used_as IS NULL OR u.used_as = :used_as
ORDER BY u.rank
LIMIT 1;
