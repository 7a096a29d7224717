-- The step in its session and, where names are global, in others whose step counts; with how much is known of it.
SELECT s.session_id, s.session_step_id, coalesce(s.output_tokens, -1) AS output_tokens,
       coalesce((SELECT bytes FROM blob WHERE blob_id = s.text_blob_id), 0) AS text_bytes,
       (SELECT count(*) FROM session_call c WHERE c.session_step_id = s.session_step_id) AS n_calls,
       (SELECT count(*) FROM session_call c WHERE c.session_step_id = s.session_step_id AND c.result_blob_id IS NOT NULL) AS n_answers
FROM session_step s
WHERE s.uid = :uid AND (s.session_id = :session_id OR (:is_global AND NOT s.copied))
ORDER BY s.session_step_id;
