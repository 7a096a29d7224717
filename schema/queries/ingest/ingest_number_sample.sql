-- The number of the sample with this content, else the next free one.
SELECT coalesce((SELECT sample FROM rollout
                 WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn AND extra IS :extra
                   AND completion_blob_id IS :completion_blob_id AND code_blob_id IS :code_blob_id
                 ORDER BY sample LIMIT 1),
                (SELECT coalesce(max(sample), -1) + 1 FROM rollout
                 WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn = :turn)) AS number;
