INSERT INTO exchange (exchange_id, attempt_id, evaluation_id, api, path, streamed, n_rollouts, request, tags, checksum)
VALUES (:exchange_id, :attempt_id, :evaluation_id, :api, :path, :streamed, :n_rollouts, :request, :tags, :checksum);
