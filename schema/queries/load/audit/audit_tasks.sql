-- Tasks of a run, listed or sampled, and whether the run's split trains on them; a number that was computed from a name
-- (from 2^30 up) tells nobody anything.  listed: the run should have samples of it, which SFT has of no task that it learns
-- from, and a run that evaluates on no held task of none of those.
SELECT t.task_id,
       CASE WHEN t.problem_id >= 1073741824 AND t.name <> '' THEN t.name ELSE t.label END AS task,
       t.suite, t.level, t.problem_id, t.name, coalesce(t.family, '') AS family, t.flops, t.bytes,
       EXISTS (SELECT 1 FROM run r
               JOIN split s ON s.split_id = r.split_id,
                    json_each(coalesce(json_extract(s.json, '$.problem_ids.train'),
                                       json_extract(s.json, '$.train'), '[]')) x
               WHERE r.run_id = :run_id AND s.level = t.level AND x.value = t.problem_id) AS in_train,
       EXISTS (SELECT 1 FROM run_task k JOIN run r USING (run_id)
               WHERE k.run_id = :run_id AND k.task_id = t.task_id
                 AND CASE k.role
                     WHEN 'train' THEN r.strategy <> 'sft'
                     WHEN 'held' THEN EXISTS (SELECT 1 FROM run_task h JOIN rollout o USING (run_id, task_id)
                                              WHERE h.run_id = :run_id AND h.role = 'held')
                     ELSE 1 END) AS listed
FROM task t
WHERE t.task_id IN (SELECT task_id FROM run_task WHERE run_id = :run_id
                    UNION SELECT task_id FROM rollout WHERE run_id = :run_id)
ORDER BY t.task_id;
