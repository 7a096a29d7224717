INSERT INTO look (declaration_id, number, runs, n_rollouts, data_sha256, alpha_spent, statistic, n_rejected, taken_at, checksum)
VALUES (:declaration_id, :number, :runs, :n_rollouts, :data_sha256, :alpha_spent, :statistic, :n_rejected, :taken_at, :checksum);
