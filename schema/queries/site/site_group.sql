-- The samples of one task and step of a run, best reward first.
SELECT v.rollout_id, v.turn, v.sample, coalesce(v.outcome, 'not evaluated') AS outcome, v.cheat_kind, v.correct,
       (SELECT w.value FROM reward w WHERE w.rollout_id = v.rollout_id ORDER BY w.advantage IS NULL, w.recipe LIMIT 1) AS reward,
       (SELECT w.advantage FROM reward w WHERE w.rollout_id = v.rollout_id ORDER BY w.advantage IS NULL, w.recipe LIMIT 1) AS advantage,
       v.speedup, v.speedup_lower, v.speedup_upper, v.within_noise, v.confirmed_speedup, v.runtime_us, v.mean_logprob, v.completion_tokens, v.message
FROM v_rollout v
WHERE v.run_id = :run_id AND v.task_id = :task_id AND v.step = :step
ORDER BY coalesce(reward, v.speedup, v.correct - 1, -2) DESC, v.turn, v.sample;
