-- Which samples of a turn the replayed run has, by the position of their task in the run that replays it.
SELECT rt.position, r.sample
FROM run x
JOIN rollout r ON r.run_id = x.run_id AND r.step = :step AND r.turn = :turn
JOIN task t ON t.task_id = r.task_id
JOIN task u ON u.level = t.level AND u.problem_id = t.problem_id AND u.suite = coalesce(:suite, t.suite)
JOIN run_task rt ON rt.run_id = :run_id AND rt.task_id = u.task_id
WHERE x.name = :source
ORDER BY rt.position, r.sample;
