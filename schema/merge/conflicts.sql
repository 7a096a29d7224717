-- Values that both databases have and that differ: what is here stays.  One row a kind: its name, how many, and the first.
SELECT what, count(*), min(place)
FROM (
  SELECT 'baseline' AS what, o.name || CASE WHEN o.hardware = '' THEN '' ELSE ' on ' || o.hardware END || ', ' || t.label AS place
  FROM other.baseline o
  JOIN temp.merge_task x ON x.old = o.task_id
  JOIN main.baseline b ON b.name = o.name AND b.hardware = o.hardware AND b.task_id = x.new
  JOIN main.task t ON t.task_id = x.new
  WHERE b.runtime_us IS NOT o.runtime_us OR b.statistic <> o.statistic OR b.min_us IS NOT o.min_us OR b.max_us IS NOT o.max_us
     OR b.std_us IS NOT o.std_us OR b.n_samples IS NOT o.n_samples
  UNION ALL
  SELECT 'declaration', o.name || ', version ' || o.version
  FROM other.declaration o
  JOIN main.declaration d ON d.name = o.name AND d.version = o.version
  WHERE d.sha256 <> o.sha256 OR d.declared_at <> o.declared_at
  UNION ALL
  SELECT 'look', w.name || ', look ' || o.number
  FROM other.look o
  JOIN other.declaration w ON w.declaration_id = o.declaration_id
  JOIN main.declaration d ON d.name = w.name
  JOIN main.look l ON l.declaration_id = d.declaration_id AND l.number = o.number
  WHERE l.taken_at <> o.taken_at OR l.data_sha256 <> o.data_sha256
  UNION ALL
  SELECT 'task name', o.suite || ' ' || o.label || ': ' || t.name || ', ' || o.name
  FROM other.task o
  JOIN temp.merge_task x ON x.old = o.task_id
  JOIN main.task t ON t.task_id = x.new
  WHERE t.name <> o.name AND o.name <> ''
  UNION ALL
  SELECT 'reward', r.name || ', ' || o.recipe
  FROM other.reward o
  JOIN temp.merge_rollout x ON x.old = o.rollout_id
  JOIN main.reward w ON w.rollout_id = x.new AND w.recipe = o.recipe
  JOIN main.rollout a ON a.rollout_id = x.new
  JOIN main.run r ON r.run_id = a.run_id
  WHERE w.value IS NOT o.value OR w.advantage IS NOT o.advantage
  UNION ALL
  SELECT 'rollout record', m.name || ', step ' || o.step || ', sample ' || o.sample
  FROM other.rollout o
  JOIN temp.merge_run m ON m.old = o.run_id
  JOIN temp.merge_rollout x ON x.old = o.rollout_id
  JOIN main.rollout r ON r.rollout_id = x.new
  WHERE r.extra IS NOT o.extra OR r.sum_logprob IS NOT o.sum_logprob OR r.finish_reason IS NOT o.finish_reason
     OR r.prompt_blob_id IS NOT (SELECT new FROM temp.merge_blob WHERE old = o.prompt_blob_id)
  UNION ALL
  SELECT 'log-probs', m.name || ', step ' || q.step || ', sample ' || q.sample
  FROM other.rollout_tokens o
  JOIN other.rollout q ON q.rollout_id = o.rollout_id
  JOIN temp.merge_run m ON m.old = q.run_id
  JOIN temp.merge_rollout x ON x.old = o.rollout_id
  JOIN main.rollout_tokens k ON k.rollout_id = x.new
  WHERE k.logprobs IS NOT o.logprobs OR k.token_ids IS NOT o.token_ids
  UNION ALL
  SELECT 'score', m.name || ', step ' || q.step || ', sample ' || q.sample
  FROM other.score o
  JOIN other.rollout q ON q.rollout_id = o.rollout_id
  JOIN temp.merge_run m ON m.old = q.run_id
  JOIN temp.merge_rollout x ON x.old = o.rollout_id
  JOIN temp.merge_checkpoint c ON c.old = o.checkpoint_id
  JOIN main.score s ON s.rollout_id = x.new AND s.checkpoint_id = c.new AND s.role = o.role
  WHERE s.temperature IS o.temperature AND s.sum_logprob IS NOT o.sum_logprob
  UNION ALL
  SELECT 'ledger', m.name || ', step ' || o.step
  FROM other.ledger o
  JOIN temp.merge_run m ON m.old = o.run_id
  JOIN main.ledger l ON l.run_id = m.new AND l.step = o.step
  WHERE l.rollouts IS NOT o.rollouts OR l.prompt_tokens IS NOT o.prompt_tokens OR l.completion_tokens IS NOT o.completion_tokens
     OR l.wall_seconds IS NOT o.wall_seconds
  UNION ALL
  SELECT 'guard', m.name || ', step ' || o.step || ', ' || o.metric
  FROM other.guard o
  JOIN temp.merge_run m ON m.old = o.run_id
  JOIN main.guard g ON g.run_id = m.new AND g.step = o.step AND g.metric = o.metric AND g.action = o.action
  WHERE g.value IS NOT o.value OR g.bound IS NOT o.bound OR g.fired IS NOT o.fired
)
GROUP BY what
ORDER BY what;
