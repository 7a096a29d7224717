DELETE FROM fact_data;
