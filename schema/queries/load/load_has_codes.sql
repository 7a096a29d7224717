-- Whether a rollout has code.
SELECT EXISTS (SELECT 1 FROM rollout WHERE code_blob_id IS NOT NULL) AS has_codes;
