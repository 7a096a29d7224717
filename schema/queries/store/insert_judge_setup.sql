INSERT INTO judge_setup (sha256, model_id, template, template_sha256, config, server, checksum)
VALUES (:sha256, :model_id, :template, :template_sha256, :config, :server, :checksum);
