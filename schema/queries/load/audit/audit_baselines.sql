-- Stored baselines of a run's tasks.
SELECT b.task_id, b.name, b.hardware, coalesce(json_extract(b.extra, '$.precision'), '') AS precision, b.runtime_us,
       julianday(coalesce(json_extract(b.extra, '$.measured_at'), json_extract(b.extra, '$.timestamp'),
                          json_extract(b.extra, '$.date'))) AS measured_day,
       coalesce(i.benchmark, '') AS benchmark
FROM baseline b LEFT JOIN import_source i ON i.import_source_id = b.import_source_id
WHERE b.task_id IN (SELECT task_id FROM rollout WHERE run_id = :run_id)
ORDER BY b.task_id, b.name, b.hardware;
