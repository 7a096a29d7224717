-- A run that was finished goes on; its model is the first that was heard of.
UPDATE run SET status = 'running', finished_at = NULL, owner = :owner, model_id = coalesce(model_id, :model_id)
WHERE run_id = :run_id;
