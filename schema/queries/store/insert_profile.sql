INSERT INTO profile (evaluation_id /*, profile */)
VALUES (:evaluation_id /*, :profile */);
