-- What a folder says of its kernels beside what an evaluation of them says.  Its speedup is its own, else against a stored baseline of
-- the same hardware.
SELECT ta.label AS task, a.step, a.turn, a.sample, a.outcome AS recorded, b.outcome AS evaluated,
  a.compiled AS recorded_compiled, b.compiled AS evaluated_compiled, a.correct AS recorded_correct, b.correct AS evaluated_correct,
  coalesce(a.speedup, CASE WHEN a.correct = 1 THEN s.runtime_us / a.runtime_us END) AS recorded_speedup, b.speedup AS evaluated_speedup, b.message, ta.problem_id, b.rollout_id
FROM v_rollout a
JOIN task ta ON ta.task_id = a.task_id
LEFT JOIN evaluation e ON e.evaluation_id = a.evaluation_id
LEFT JOIN device d ON d.device_id = e.device_id
LEFT JOIN baseline s ON s.task_id = a.task_id AND s.name = :baseline AND s.hardware = d.name AND a.runtime_us > 0
LEFT JOIN task tb ON tb.suite = :suite AND tb.level = ta.level AND tb.problem_id = ta.problem_id
LEFT JOIN v_rollout b ON b.run_id = :evaluated_id AND b.task_id = tb.task_id AND b.step = a.step AND b.turn = a.turn AND b.sample = a.sample
WHERE a.run_id = :recorded_id
ORDER BY ta.level, ta.problem_id, a.step, a.turn, a.sample;
