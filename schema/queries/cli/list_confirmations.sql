-- Rollouts with the speedup that they were scored by and the one of the latest evaluation that timed them again.
SELECT v.rollout_id, v.run, v.task, v.step, v.turn, v.sample, v.speedup, v.speedup_lower, v.speedup_upper,
       c.evaluation_id, c.outcome, c.speedup AS confirmed_speedup, c.speedup_lower AS confirmed_lower, c.speedup_upper AS confirmed_upper,
       c.eval_mode, c.device = e.device AS same_device
FROM v_rollout v
JOIN v_evaluation e ON e.evaluation_id = v.evaluation_id
JOIN v_evaluation c ON c.evaluation_id = (
    SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = v.rollout_id AND x.purpose = 'confirm'
    ORDER BY x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
WHERE v.rollout_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:rollouts))
ORDER BY v.level, v.problem_id, v.task_id, -v.speedup, v.rollout_id;
