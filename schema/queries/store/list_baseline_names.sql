-- columns: those of list_run_names
SELECT DISTINCT name FROM baseline ORDER BY name;
