SELECT extra, import_source_id FROM baseline WHERE name = :name AND hardware = :hardware AND task_id = :task_id;
