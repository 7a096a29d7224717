-- Its steps with what they cost.
SELECT s.step, c.sha256 AS checkpoint, l.rollouts, l.prompt_tokens, l.completion_tokens, l.teacher_tokens,
       l.evaluate_seconds, l.wall_seconds, s.update_metrics
FROM step s
LEFT JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
LEFT JOIN ledger l ON l.run_id = s.run_id AND l.step = s.step
WHERE s.run_id = :id
ORDER BY s.step;
