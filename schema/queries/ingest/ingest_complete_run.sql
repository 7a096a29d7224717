-- What a later file of an imported run says, and the files before it did not.
UPDATE run SET baseline = coalesce(baseline, :baseline), model_id = coalesce(model_id, :model_id), seed = coalesce(seed, :seed),
  strategy = CASE WHEN strategy = 'imported' THEN coalesce(:strategy, strategy) ELSE strategy END,
  checksum = checksum_with(checksum, 'baseline', baseline, coalesce(baseline, :baseline), 'seed', seed, coalesce(seed, :seed),
    'strategy', strategy, CASE WHEN strategy = 'imported' THEN coalesce(:strategy, strategy) ELSE strategy END)
WHERE run_id = :run_id
  AND ((baseline IS NULL AND :baseline IS NOT NULL) OR (model_id IS NULL AND :model_id IS NOT NULL)
    OR (seed IS NULL AND :seed IS NOT NULL) OR (strategy = 'imported' AND :strategy IS NOT NULL))
RETURNING run_id;
