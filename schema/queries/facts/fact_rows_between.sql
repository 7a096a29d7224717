-- The same of all rollouts between two keys.
-- columns: those of fact_cell_rows
SELECT r.rollout_id, r.run_id, r.task_id, r.step, r.sample, r.turn, r.prompt_tokens, r.completion_tokens, r.sum_logprob, r.mean_logprob,
       e.evaluation_id, e.outcome, e.compiled, e.correct, e.precision_class, e.purpose IS NOT NULL AS confirms, e.speedup_lower, e.speedup_upper, m.subject = 'candidate' AS is_candidate, m.runtime_us
FROM rollout r
LEFT JOIN evaluation e ON e.rollout_id = r.rollout_id
LEFT JOIN measurement m ON m.evaluation_id = e.evaluation_id
WHERE r.rollout_id BETWEEN :first AND :last
ORDER BY r.rollout_id, e.evaluation_id;
