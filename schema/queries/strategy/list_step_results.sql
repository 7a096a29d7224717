-- Results and tokens of a step's turn, in the order of the run's tasks and of the samples.
SELECT v.rollout_id, v.level, v.problem_id, v.sample, v.outcome, v.correct, v.speedup, k.n_tokens, k.token_ids, k.logprobs,
  v.logprob_temperature, v.compiled, v.finish_reason, v.completion_tokens, rt.position,
  coalesce((SELECT e.own_share FROM evaluation e WHERE e.evaluation_id = v.evaluation_id),
           (SELECT sum(p.device_us) / f.span_us FROM profile f JOIN profile_kernel p ON p.evaluation_id = f.evaluation_id
            WHERE f.evaluation_id = v.evaluation_id)) AS own_share,
  (SELECT e.why_no_speedup IS NOT NULL FROM evaluation e WHERE e.evaluation_id = v.evaluation_id) AS untimed,
  (SELECT avg((j.correctness + j.compilability + j.speed) / 3) FROM judge j WHERE j.rollout_id = v.rollout_id) AS judged
FROM v_rollout v
JOIN run_task rt ON rt.run_id = v.run_id AND rt.task_id = v.task_id
LEFT JOIN rollout_tokens k ON k.rollout_id = v.rollout_id
WHERE v.run_id = :run_id AND v.step = :step AND v.turn = :turn
ORDER BY rt.position, v.sample;
