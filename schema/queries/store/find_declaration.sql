-- The version of a declaration that stands.
SELECT declaration_id, version, content, sha256 FROM declaration WHERE name = :name ORDER BY version DESC LIMIT 1;
