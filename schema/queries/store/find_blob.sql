SELECT blob_id FROM blob WHERE sha256 = :sha256;
