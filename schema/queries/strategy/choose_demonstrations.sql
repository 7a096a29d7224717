-- Every rollout of a teacher with why it is no demonstration (NULL: it is one): only correct ones of tasks that are trained
-- on count, each completion of a task once, and nothing of what a split holds out: its tasks under any name or suite, and
-- any code that was also written for one of them.  :tasks and :held_tasks are JSON arrays of names, :split is a split's text.
WITH held AS (
  SELECT t.task_id FROM task t
  WHERE t.level = CAST(replace(json_extract(:split, '$.level'), 'level_', '') AS INTEGER)
    AND t.problem_id IN (SELECT value FROM json_each(:split, '$.problem_ids.eval'))
     OR CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || t.label IN (SELECT value FROM json_each(:held_tasks))
), held_tasks AS (
  SELECT task_id FROM held
  UNION
  SELECT t.task_id FROM task t WHERE t.sha256 IN (SELECT h.sha256 FROM task h WHERE h.task_id IN (SELECT task_id FROM held))
), held_code AS (
  SELECT DISTINCT code_blob_id FROM rollout WHERE task_id IN (SELECT task_id FROM held_tasks) AND code_blob_id IS NOT NULL
), shown AS (
  SELECT v.rollout_id, CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || t.label AS task, v.correct, v.outcome, v.turn, v.confirmed_speedup, coalesce(v.confirmed_speedup, v.speedup) AS speedup,
         r.task_id, r.code_blob_id, v.logprob_temperature, k.n_tokens, k.token_ids,
         row_number() OVER (PARTITION BY v.correct, r.task_id, r.completion_blob_id ORDER BY v.step, v.turn, v.sample) AS nth
  FROM v_rollout v
  JOIN rollout r ON r.rollout_id = v.rollout_id
  JOIN task t ON t.task_id = r.task_id
  LEFT JOIN rollout_tokens k ON k.rollout_id = v.rollout_id
  WHERE v.run = :teacher
)
SELECT rollout_id, task, n_tokens, token_ids, logprob_temperature,
       CASE WHEN coalesce(outcome, 'infra') = 'infra' THEN 'not evaluated'
            WHEN task_id IN (SELECT task_id FROM held_tasks) THEN 'held out'
            WHEN task NOT IN (SELECT value FROM json_each(:tasks)) THEN 'other task'
            WHEN correct IS NOT 1 THEN 'not correct'
            WHEN code_blob_id IN (SELECT code_blob_id FROM held_code) THEN 'code of a held-out task'
            WHEN confirmed_speedup = 0 THEN 'not right again'
            WHEN turn > 0 THEN 'later turn'
            WHEN nth > 1 THEN 'twice'
            WHEN :min_speedup IS NOT NULL AND coalesce(speedup, 0) < :min_speedup THEN 'too slow'
            WHEN token_ids IS NULL THEN 'no tokens' END AS reason
FROM shown
ORDER BY task_id, rollout_id;
