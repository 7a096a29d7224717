INSERT INTO feedback (rollout_id, evaluation_id, template_sha256, blob_id, checksum) VALUES (:rollout_id, :evaluation_id, :template_sha256, :blob_id, :checksum);
