-- A problem's module as a task; what was known of it by number only is completed.  A text that is there stays, with what is
-- known of its work now.
INSERT INTO task (suite, level, problem_id, name, sha256, kind, module_blob_id, origin, flops, bytes, work_unknown, checksum)
VALUES (:suite, :level, :problem_id, :name, :sha256, 'torch', :module_blob_id, :origin, :flops, :bytes, :work_unknown,
  checksum_with(:checksum, 'kind', NULL, 'torch'))
ON CONFLICT (suite, level, problem_id) DO UPDATE SET
  name = excluded.name, sha256 = excluded.sha256, kind = excluded.kind, module_blob_id = excluded.module_blob_id,
  origin = coalesce(task.origin, excluded.origin), flops = coalesce(excluded.flops, task.flops),
  bytes = coalesce(excluded.bytes, task.bytes),
  work_unknown = CASE WHEN excluded.flops IS NULL AND task.flops IS NOT NULL THEN NULL ELSE excluded.work_unknown END,
  checksum = checksum_with(task.checksum, 'name', task.name, excluded.name, 'sha256', task.sha256, excluded.sha256, 'kind', task.kind, excluded.kind,
    'origin', task.origin, coalesce(task.origin, excluded.origin), 'flops', task.flops, coalesce(excluded.flops, task.flops),
    'bytes', task.bytes, coalesce(excluded.bytes, task.bytes),
    'work_unknown', task.work_unknown, CASE WHEN excluded.flops IS NULL AND task.flops IS NOT NULL THEN NULL ELSE excluded.work_unknown END)
WHERE task.sha256 IS NULL OR task.sha256 = excluded.sha256
RETURNING task_id;
