SELECT version, name, sha256 FROM migration ORDER BY version;
