-- Problems that are PyTorch modules: of a suite or of all, with a number or a name or each.  A number goes before a name; where the
-- number was made up, the order is that of the import.
SELECT t.task_id, t.suite, t.level, t.problem_id, t.name, b.text, t.origin, t.flops, t.bytes, t.work_unknown
FROM task t
JOIN blob b ON b.blob_id = t.module_blob_id
WHERE t.kind = 'torch' AND (:suite IS NULL OR t.suite = :suite)
  AND (:name IS NULL OR t.name = :name OR (:problem_id > 0 AND t.level = :level AND t.problem_id = :problem_id))
ORDER BY :name IS NOT NULL AND t.name = :name, t.suite, t.level, min(t.problem_id, 100000000), iif(t.problem_id < 100000000, 0, t.task_id);
