-- What a trainer reads of each judged rollout: the last one by conversation and turn.  The reward is that of :recipe or,
-- without one, that which the update used.  Held out are a split's eval tasks, and code that was also written for one.
WITH held AS (
  SELECT t.task_id FROM task t WHERE t.level = :level AND t.problem_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:held))
), held_code AS (
  SELECT DISTINCT code_blob_id FROM rollout WHERE task_id IN (SELECT task_id FROM held) AND code_blob_id IS NOT NULL
)
SELECT v.rollout_id, v.run, v.task, v.step, v.turn, v.sample, v.outcome, v.correct, v.speedup, v.finish_reason,
       v.logprob_temperature, run.temperature, coalesce(c.text, c.data) AS completion,
       k.n_tokens, k.token_ids, k.logprobs, w.value AS reward, w.advantage, w.recipe,
       (SELECT group_concat(m.filter, ',') FROM (SELECT filter FROM sample_mask WHERE rollout_id = v.rollout_id ORDER BY filter) m) AS filters,
       coalesce(t.shown, '[]') AS shown,
       v.task_id IN (SELECT task_id FROM held) AS is_held,
       coalesce(r.code_blob_id IN (SELECT code_blob_id FROM held_code), 0) AS is_held_code,
       NOT EXISTS (SELECT 1 FROM rollout o WHERE o.run_id = r.run_id AND o.step = r.step AND o.task_id = r.task_id
                   AND o.sample = r.sample AND o.turn > r.turn) AS is_last
FROM v_rollout v
JOIN rollout r ON r.rollout_id = v.rollout_id
JOIN run ON run.run_id = r.run_id
LEFT JOIN blob c ON c.blob_id = r.completion_blob_id
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
LEFT JOIN conversation_turn t ON t.rollout_id = r.rollout_id
LEFT JOIN reward w ON w.rollout_id = r.rollout_id AND w.recipe = coalesce(:recipe, (
    SELECT x.recipe FROM reward x WHERE x.rollout_id = r.rollout_id ORDER BY x.advantage IS NULL, x.recipe LIMIT 1))
WHERE (:run IS NULL OR run.name = :run) AND v.outcome <> 'infra'
ORDER BY run.name, v.step, v.level, v.problem_id, v.task_id, v.sample, v.turn;
