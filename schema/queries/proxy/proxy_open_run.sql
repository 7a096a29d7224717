-- A run that was finished goes on; its model is the first that was heard of.
UPDATE run SET status = 'running', finished_at = NULL, owner = :owner, model_id = coalesce(model_id, :model_id),
  checksum = checksum_with(checksum, 'status', status, 'running', 'finished_at', finished_at, NULL, 'owner', owner, :owner)
WHERE run_id = :run_id;
