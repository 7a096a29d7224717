-- A task goes by its level and number; its name helps who does not know them.
-- columns: those of list_run_names
SELECT task AS name FROM v_task ORDER BY level, problem_id;
