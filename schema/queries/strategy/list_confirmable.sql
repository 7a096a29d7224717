-- The kernels of a run to be timed again: the first ones of each task, or those that are named; confirmed is 1 when one was.
SELECT p.rollout_id, p.task, r.code_blob_id,
       EXISTS (SELECT 1 FROM evaluation x WHERE x.rollout_id = p.rollout_id AND x.purpose = 'confirm' AND x.outcome <> 'infra'
               AND x.why_no_speedup IS NULL) AS confirmed
FROM (SELECT v.rollout_id, v.task_id, v.level, v.problem_id,
             CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || v.task AS task,
             row_number() OVER (PARTITION BY v.task_id
                                ORDER BY CASE :by WHEN 'surprisal' THEN v.mean_logprob WHEN 'confidence' THEN -v.mean_logprob ELSE -v.speedup END,
                                         -v.speedup, v.rollout_id) AS place
      FROM v_rollout v
      JOIN task t ON t.task_id = v.task_id
      WHERE v.run_id = :run_id AND v.speedup IS NOT NULL
        AND (:step IS NULL OR v.step = :step)
        AND (:by = 'speedup' OR v.mean_logprob IS NOT NULL)
        AND (:rollouts IS NULL OR v.rollout_id IN (SELECT CAST(value AS INTEGER) FROM json_each(:rollouts)))) p
JOIN rollout r ON r.rollout_id = p.rollout_id
WHERE p.place <= :top AND r.code_blob_id IS NOT NULL
ORDER BY p.level, p.problem_id, p.task_id, p.place;
