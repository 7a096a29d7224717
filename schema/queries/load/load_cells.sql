-- Which tasks belong to which run: planned ones, and any with a rollout.
WITH wanted AS MATERIALIZED (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
SELECT c.run_id, t.task_id, t.task, t.level, t.problem_id, t.name, t.family,
       EXISTS (SELECT 1 FROM run_task k WHERE k.run_id = c.run_id AND k.task_id = c.task_id AND k.role = 'held') AS is_held
FROM (SELECT run_id, task_id FROM run_task WHERE run_id IN (SELECT run_id FROM wanted)
      UNION
      SELECT run_id, task_id FROM fact_cell WHERE run_id IN (SELECT run_id FROM wanted) AND packed = epoch
      UNION
      SELECT run_id, task_id FROM v_stale s
      WHERE run_id IN (SELECT run_id FROM wanted)
        AND EXISTS (SELECT 1 FROM rollout r WHERE r.run_id = s.run_id AND r.step = s.step AND r.task_id = s.task_id)) c
JOIN v_task t ON t.task_id = c.task_id
ORDER BY t.level, t.problem_id, t.task_id, c.run_id;
