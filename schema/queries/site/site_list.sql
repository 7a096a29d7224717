-- A part of a run's rollouts, by step, task, turn and sample.
SELECT v.rollout_id, v.task, v.step, v.turn, v.sample, coalesce(v.outcome, 'not evaluated') AS outcome, v.speedup,
       v.speedup_lower, v.speedup_upper, v.runtime_us, v.mean_logprob, v.task_id
FROM (SELECT rollout_id FROM rollout WHERE run_id = :run_id ORDER BY step, task_id, turn, sample LIMIT :limit OFFSET :offset) r
JOIN v_rollout v ON v.rollout_id = r.rollout_id
ORDER BY v.step, v.task_id, v.turn, v.sample;
