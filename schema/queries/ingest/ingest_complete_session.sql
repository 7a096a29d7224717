-- What a further file of the session knows: what was not known, and totals, which are the newer ones.
UPDATE session SET
  run_id = coalesce(run_id, :run_id), version = coalesce(version, :version), model = coalesce(model, :model), task = coalesce(task, :task),
  reward = coalesce(:reward, reward), cost_usd = coalesce(:cost_usd, cost_usd),
  checksum = checksum_with(checksum, 'version', version, coalesce(version, :version), 'model', model, coalesce(model, :model),
    'task', task, coalesce(task, :task), 'reward', reward, coalesce(:reward, reward), 'cost_usd', cost_usd, coalesce(:cost_usd, cost_usd))
WHERE session_id = :session_id;
