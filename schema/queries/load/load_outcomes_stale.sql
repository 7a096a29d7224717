-- Outcomes in the cells of the runs that facts do not stand for.
-- columns: those of load_outcomes_cheats
SELECT v.run_id, coalesce(v.outcome, 'pending') AS outcome, coalesce(v.cheat_kind, '') AS cheat, count(*) AS n
FROM v_stale s
CROSS JOIN v_rollout v ON v.run_id = s.run_id AND v.task_id = s.task_id AND v.step = s.step
WHERE s.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
GROUP BY v.run_id, v.outcome, v.cheat_kind;
