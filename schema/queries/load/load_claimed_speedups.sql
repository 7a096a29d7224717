-- The judged samples of a run, by task: what their source claims against one baseline (claimed is 1; no value where it
-- gives none), whether they have a time, and the speedup by it where a time of that baseline was measured beside it.
SELECT t.task_id, r.step, r.sample, e.compiled, e.correct, v.kind IS NOT NULL AS claimed, v.value,
       c.runtime_us IS NOT NULL AS has_time, b.runtime_us / c.runtime_us AS timed
FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.evaluation_id = (
    SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
    ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
LEFT JOIN evidence v ON (v.evaluation_id, v.position) = (
    SELECT x.evaluation_id, x.position
    FROM evaluation y
    JOIN evidence x ON x.evaluation_id = y.evaluation_id AND x.kind = 'claimed_speedup' AND x.detail = :baseline
    WHERE y.rollout_id = r.rollout_id
    ORDER BY y.evaluation_id DESC, x.position LIMIT 1)
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline' AND b.baseline = :baseline
WHERE run.name = :run AND (e.outcome <> 'infra' OR v.kind IS NOT NULL)
ORDER BY t.suite, t.level, t.problem_id, r.step, r.sample, r.turn, e.evaluation_id;
