INSERT INTO session_code (session_call_id, number, path, how, code_blob_id, checksum)
VALUES (:session_call_id, :number, :path, :how, :code_blob_id, :checksum);
