-- Every version of a declaration, the first one first.
SELECT version, content, sha256, why, declared_at FROM declaration WHERE name = :name ORDER BY version;
