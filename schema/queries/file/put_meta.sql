INSERT OR REPLACE INTO meta (key, value) VALUES (:key, :value);
