DELETE FROM fact_data WHERE data_id = :data_id;
