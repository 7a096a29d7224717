-- Outcomes of the rollouts of the runs, counted; an example message for each.  Counted over the
-- rollouts first: names are joined to the few groups, not to every row.
SELECT run.name, coalesce(m.name, '') AS model, run.strategy, coalesce(t.family, '') AS family,
       t.label AS task, t.level, t.problem_id, g.task_id, g.step, g.outcome, g.cheat_kind, g.n,
       g.message
FROM (
    SELECT r.run_id, r.task_id, r.step, coalesce(e.outcome, 'pending') AS outcome,
           coalesce(e.cheat_kind, '') AS cheat_kind, count(*) AS n, min(e.message) AS message
    FROM rollout r
    LEFT JOIN evaluation e ON e.evaluation_id = (
        SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
        ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
    WHERE r.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
    GROUP BY r.run_id, r.task_id, r.step, outcome, cheat_kind) g
JOIN run ON run.run_id = g.run_id
JOIN task t ON t.task_id = g.task_id
LEFT JOIN model m ON m.model_id = run.model_id
ORDER BY g.run_id, g.step, t.level, t.problem_id, g.outcome, g.cheat_kind;
