INSERT INTO profile (evaluation_id, checksum /*, profile */)
VALUES (:evaluation_id, :checksum /*, :profile */);
