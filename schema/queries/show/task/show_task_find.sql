-- Tasks called "l1/4", or by their key.
SELECT task_id FROM v_task WHERE task = :name OR (:id > 0 AND task_id = :id) ORDER BY task <> :name, suite LIMIT 1;
