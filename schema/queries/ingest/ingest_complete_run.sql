-- The baseline that a later file of an imported run was measured beside.
UPDATE run SET baseline = :baseline WHERE run_id = :run_id AND baseline IS NULL AND :baseline IS NOT NULL;
