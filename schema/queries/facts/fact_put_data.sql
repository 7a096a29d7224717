INSERT INTO fact_data (data_id, columns) VALUES (:data_id, :columns)
ON CONFLICT (data_id) DO UPDATE SET columns = excluded.columns;
