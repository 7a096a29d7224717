DELETE FROM fact_cell;
