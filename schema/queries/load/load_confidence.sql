-- Every scored rollout of the runs with what states a chance about it: log-probs, a judge's mean
-- belief, a number among the unknown fields of an import.
SELECT v.run, v.task, v.step, v.sample, v.compiled, v.correct, v.speedup, v.runtime_us, v.level, v.problem_id,
       v.mean_logprob, v.sum_logprob,
       (SELECT avg(j.correctness) FROM judge j WHERE j.rollout_id = v.rollout_id) AS judged_correctness,
       (SELECT avg(j.compilability) FROM judge j WHERE j.rollout_id = v.rollout_id) AS judged_compilability,
       (SELECT avg(j.speed) FROM judge j WHERE j.rollout_id = v.rollout_id) AS judged_speed,
       CASE WHEN json_type(r.extra, :path) IN ('integer', 'real') THEN json_extract(r.extra, :path) END AS stated
FROM v_rollout v JOIN rollout r ON r.rollout_id = v.rollout_id
WHERE v.run IN (SELECT value FROM json_each(:runs)) AND v.outcome <> 'infra'
ORDER BY v.run_id, v.level, v.problem_id, v.task_id, v.step, v.sample, v.turn;
