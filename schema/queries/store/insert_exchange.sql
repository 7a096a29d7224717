INSERT INTO exchange (exchange_id, attempt_id, evaluation_id, api, path, streamed, n_rollouts, request, tags)
VALUES (:exchange_id, :attempt_id, :evaluation_id, :api, :path, :streamed, :n_rollouts, :request, :tags);
