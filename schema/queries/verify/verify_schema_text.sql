SELECT sql FROM sqlite_schema WHERE name = :name AND sql IS NOT NULL;
