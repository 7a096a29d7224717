INSERT INTO session_call (session_step_id, number, uid, tool, arguments_blob_id, result_blob_id, failed, checksum)
VALUES (:session_step_id, :number, :uid, :tool, :arguments_blob_id, :result_blob_id, :failed, :checksum);
