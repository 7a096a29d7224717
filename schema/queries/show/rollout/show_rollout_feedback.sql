-- What later turns are told about it.
-- columns: those of show_rollout_code
SELECT b.text AS content FROM feedback f JOIN blob b ON b.blob_id = f.blob_id WHERE f.rollout_id = :id;
