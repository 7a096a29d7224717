-- What a source claims of the samples of a run against one baseline, by task; no value where it has none.
SELECT t.task_id, r.step, r.sample, e.compiled, e.correct, v.value
FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
JOIN evidence v ON v.evaluation_id = e.evaluation_id AND v.kind = 'claimed_speedup'
WHERE run.name = :run AND v.detail = :baseline
ORDER BY t.suite, t.level, t.problem_id, r.step, r.sample, r.turn, e.evaluation_id, v.position;
