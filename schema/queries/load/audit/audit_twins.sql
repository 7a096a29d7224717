-- Each code of a run, once, that the same device judged otherwise in a run that was stored before.
WITH judged AS (
  SELECT min(r.rollout_id) AS rollout_id, r.code_blob_id, r.task_id, e.correct, e.device_id, coalesce(e.task_case, '') AS task_case
  FROM rollout r
  JOIN evaluation e ON e.evaluation_id = (SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
                                          ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
  WHERE r.run_id = :run_id AND r.code_blob_id IS NOT NULL AND e.outcome <> 'infra' AND e.device_id IS NOT NULL
  GROUP BY r.code_blob_id, r.task_id, e.correct, e.device_id, e.task_case
)
SELECT j.rollout_id, run.name, o.step, o.sample, f.outcome, f.correct
FROM judged j
JOIN rollout o ON o.rollout_id = (
    SELECT p.rollout_id
    FROM rollout p
    JOIN evaluation q ON q.evaluation_id = (SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = p.rollout_id
                                            ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
    WHERE p.code_blob_id = j.code_blob_id AND p.task_id = j.task_id AND p.run_id < :run_id AND q.outcome <> 'infra'
      AND q.correct <> j.correct AND q.device_id = j.device_id AND coalesce(q.task_case, '') = j.task_case
    ORDER BY p.rollout_id LIMIT 1)
JOIN run ON run.run_id = o.run_id
JOIN evaluation f ON f.evaluation_id = (SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = o.rollout_id
                                        ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
ORDER BY j.rollout_id;
