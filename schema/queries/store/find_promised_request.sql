-- The last request for the same whose result a server promised and whose end nobody saw.
SELECT trainer_request_id, request_id FROM trainer_request
WHERE content_sha256 = :content_sha256 AND run_id = :run_id AND ended_at IS NULL AND request_id IS NOT NULL
ORDER BY trainer_request_id DESC LIMIT 1;
