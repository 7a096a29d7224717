-- Outcomes of the rollouts of the runs, counted; an example message for each.
SELECT v.run, coalesce(m.model, '') AS model, v.strategy, coalesce(v.family, '') AS family, v.task, v.level,
       v.problem_id, v.step, coalesce(v.outcome, 'pending') AS outcome, coalesce(v.cheat_kind, '') AS cheat_kind,
       count(*), min(v.message)
FROM v_rollout v
JOIN v_run m ON m.run_id = v.run_id
WHERE v.run IN (SELECT value FROM json_each(:runs))
GROUP BY v.run_id, v.task_id, v.step, outcome, cheat_kind
ORDER BY v.run_id, v.step, v.level, v.problem_id, outcome, cheat_kind;
