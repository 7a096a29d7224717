-- Samples of one run under the checkpoints of another, at the temperature they were sampled at;
-- those of one turn, since the outcome of several belongs to the last one.
SELECT t.label AS task, r.step, r.sample, s.step AS scored_step, c.sum_logprob, c.n_tokens
FROM run b
JOIN rollout r ON r.run_id = b.run_id
JOIN task t ON t.task_id = r.task_id
JOIN score c ON c.rollout_id = r.rollout_id
JOIN step s ON s.checkpoint_id = c.checkpoint_id
JOIN run a ON a.run_id = s.run_id
WHERE b.name = :run AND a.name = :of AND c.role = 'student' AND c.temperature = r.logprob_temperature AND r.turn = 0
  AND NOT EXISTS (SELECT 1 FROM rollout l WHERE l.run_id = r.run_id AND l.step = r.step AND l.task_id = r.task_id
                  AND l.turn > 0 AND l.sample = r.sample)
ORDER BY t.level, t.problem_id, t.task_id, r.step, r.sample, s.step;
