INSERT INTO amendment (table_name, row_key, field, old_value, new_value, who, why, at)
VALUES ('run', CAST(:run_id AS TEXT), :field, :old_value, :new_value, :who, :why, :at);
