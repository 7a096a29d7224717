-- Of an imported run whose strategy is known, or that has steps: the largest step, and rollouts per task and step.
UPDATE run SET n_steps = s.last_step, k = CASE WHEN strategy = 'imported' THEN k ELSE s.most END,
  checksum = checksum_with(checksum, 'n_steps', n_steps, s.last_step, 'k', k, CASE WHEN strategy = 'imported' THEN k ELSE s.most END)
FROM (SELECT max(coalesce((SELECT max(step) FROM rollout WHERE run_id = :run_id), 0),
                 coalesce((SELECT max(step) FROM step WHERE run_id = :run_id), 0)) AS last_step,
             (SELECT max(n) FROM (SELECT count(*) AS n FROM rollout r WHERE r.run_id = :run_id GROUP BY r.step, r.task_id, r.turn)) AS most) AS s
WHERE run_id = :run_id AND (strategy <> 'imported' OR s.last_step > 0);
