-- The problems of a run by number, and how many of its rollouts have code there.
SELECT t.level, t.problem_id, min(t.suite) AS suite, count(r.code_blob_id) AS n_code, max(r.sample) AS last_sample, max(r.step) AS last_step, max(r.turn) AS last_turn
FROM rollout r JOIN task t ON t.task_id = r.task_id
WHERE r.run_id = :run_id
GROUP BY t.level, t.problem_id
ORDER BY t.level, t.problem_id;
