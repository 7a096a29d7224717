-- Every commit leaves its own number and that of the commit before it, so a log can be told from that of another database.
INSERT INTO meta (key, value) VALUES ('log', :before || :mark || ' 0000000000000000' || :state)
ON CONFLICT (key) DO UPDATE SET value = :before || :mark || ' ' || substr(value, 1 + length(:before), 16) || :state;
