-- Fills in what an earlier source did not know; never replaces what is known.
UPDATE task SET name = CASE WHEN name = '' THEN :name ELSE name END,
  family = coalesce(family, :family), sha256 = coalesce(sha256, :sha256),
  checksum = checksum_with(checksum, 'name', name, CASE WHEN name = '' THEN :name ELSE name END, 'family', family, coalesce(family, :family),
                           'sha256', sha256, coalesce(sha256, :sha256))
WHERE task_id = :task_id;
