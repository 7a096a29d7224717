INSERT INTO trainer_request (run_id, operation, content_sha256, n_sequences, n_tokens, sent_at, checksum)
VALUES (:run_id, :operation, :content_sha256, :n_sequences, :n_tokens, :sent_at, :checksum);
