-- Tasks whose number was computed from the name (from 2^30 up) and stands for another name here, and problems whose module
-- is another one here.
SELECT o.suite || ' l' || o.level || ', ' || o.name
FROM other.task o
JOIN main.task t ON t.suite = o.suite AND t.level = o.level AND t.problem_id = o.problem_id
WHERE (o.problem_id >= 1073741824 AND t.name <> o.name AND o.name <> '' AND t.name <> '')
   OR ((o.module_blob_id IS NOT NULL OR t.module_blob_id IS NOT NULL) AND o.sha256 <> t.sha256)
ORDER BY o.task_id
LIMIT 1;
