-- Tasks that the runs planned or have rollouts of.
SELECT task_id, task, level, problem_id, name, family
FROM v_task
WHERE task_id IN (SELECT rt.task_id FROM run_task rt JOIN run ON run.run_id = rt.run_id
                  WHERE run.name IN (SELECT value FROM json_each(:runs))
                  UNION
                  SELECT r.task_id FROM rollout r JOIN run ON run.run_id = r.run_id
                  WHERE run.name IN (SELECT value FROM json_each(:runs)))
ORDER BY level, problem_id, task_id;
