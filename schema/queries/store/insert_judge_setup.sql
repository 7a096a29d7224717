INSERT INTO judge_setup (sha256, model_id, template, template_sha256, config, server)
VALUES (:sha256, :model_id, :template, :template_sha256, :config, :server);
