-- The rollouts of a cell with each of their evaluations, and these with each of their measurements, in the order of the indexes.
SELECT r.rollout_id, r.run_id, r.task_id, r.step, r.sample, r.turn, r.prompt_tokens, r.completion_tokens, r.sum_logprob, r.mean_logprob,
       e.evaluation_id, e.outcome, e.compiled, e.correct, e.precision_class, e.purpose IS NOT NULL AS confirms, e.speedup_lower, e.speedup_upper, m.subject = 'candidate' AS is_candidate, m.runtime_us
FROM rollout r
LEFT JOIN evaluation e ON e.rollout_id = r.rollout_id
LEFT JOIN measurement m ON m.evaluation_id = e.evaluation_id
WHERE r.run_id = :run_id AND r.task_id = :task_id AND r.step = :step
ORDER BY r.turn, r.sample, e.evaluation_id;
