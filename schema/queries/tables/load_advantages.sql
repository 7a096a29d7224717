-- Rollouts of a run that are scored or have a reward: what advantages are computed from, the stored reward of a recipe and the advantage that an
-- update used, and the teacher's mean log-prob less the student's where one call's temperature scored both.
SELECT v.step, v.task_id, v.task, v.turn, v.sample, v.correct, v.speedup, v.completion_tokens, w.value AS reward, w.advantage,
  (SELECT (t.sum_logprob - s.sum_logprob) / t.n_tokens
   FROM score t JOIN score s ON s.rollout_id = t.rollout_id AND s.role = 'student' AND s.temperature = t.temperature AND s.n_tokens = t.n_tokens
   WHERE t.rollout_id = v.rollout_id AND t.role = 'teacher' AND t.n_tokens > 0
   ORDER BY t.score_id DESC, s.score_id DESC LIMIT 1) AS distilled
FROM v_rollout v
LEFT JOIN reward w ON w.rollout_id = v.rollout_id AND w.recipe = :recipe
WHERE v.run_id = :run_id AND (v.outcome <> 'infra' OR (v.outcome IS NULL AND w.value IS NOT NULL))
ORDER BY v.step, v.level, v.problem_id, v.task_id, v.turn, v.sample;
