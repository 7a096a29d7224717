-- Prompt and completion of correct rollouts, each pair once, without what a split holds out: its tasks, and any
-- code that was also written for one of them, and without later turns of conversations: what these answer is no prompt.
-- A second measurement of 'rollbook confirm' counts instead of the first.
WITH held AS (
  SELECT t.task_id FROM task t WHERE t.level = :level AND t.problem_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:held))
), held_code AS (
  SELECT DISTINCT code_blob_id FROM rollout WHERE task_id IN (SELECT task_id FROM held) AND code_blob_id IS NOT NULL
), pairs AS (
  SELECT v.rollout_id, v.task, v.level, v.problem_id, v.run, v.step, v.turn, v.sample, v.speedup, v.confirmed_speedup, v.task_id, r.code_blob_id,
         v.turn > 0 AND (EXISTS (SELECT 1 FROM conversation_turn c WHERE c.rollout_id = v.rollout_id)
           OR coalesce(r.prompt_blob_id = k.prompt_blob_id, 1)) AS is_later_turn, p.blob_id AS prompt_blob_id, p.text AS prompt, v.completion,
         row_number() OVER (PARTITION BY p.blob_id, r.completion_blob_id
                            ORDER BY v.run, v.step, v.turn, v.sample, v.rollout_id) AS nth
  FROM v_rollout v
  JOIN rollout r ON r.rollout_id = v.rollout_id
  LEFT JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id
  LEFT JOIN blob p ON p.blob_id = coalesce(r.prompt_blob_id, k.prompt_blob_id)
  WHERE v.correct = 1 AND (:run IS NULL OR v.run = :run) AND (:min_speedup IS NULL OR coalesce(v.confirmed_speedup, v.speedup) >= :min_speedup)
)
SELECT CASE WHEN prompt IS NULL OR completion IS NULL THEN 'no text'
            WHEN task_id IN (SELECT task_id FROM held) THEN 'held out'
            WHEN code_blob_id IN (SELECT code_blob_id FROM held_code) THEN 'code of a held-out task'
            WHEN is_later_turn THEN 'later turn'
            WHEN nth > 1 THEN 'twice'
            WHEN confirmed_speedup = 0 THEN 'not right again'
            ELSE 'kept' END AS verdict,
       prompt, completion, task, run, step, sample, speedup
FROM pairs
ORDER BY level, problem_id, run, step, turn, sample, rollout_id;
