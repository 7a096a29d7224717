SELECT name FROM sqlite_schema WHERE type = 'view' AND name LIKE 'v\_%' ESCAPE '\' ORDER BY name;
