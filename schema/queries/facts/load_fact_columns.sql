-- The packed rollouts of a cell.
SELECT columns FROM fact_data WHERE data_id = :data_id;
