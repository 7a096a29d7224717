SELECT count(*) AS n FROM amendment WHERE table_name = :table_name AND row_key = :row_key;
