-- The fastest right kernels of a task in other runs, one row a kernel, by the lower end of the interval; imports count by what they state.
SELECT max(e.evaluation_id) AS evaluation_id, r.code_blob_id, min(run.name) AS run, count(DISTINCT run.run_id) AS runs,
       max(coalesce(s.speedup_lower, 0)) AS lower, max(s.speedup) AS speedup
FROM task t
JOIN rollout r ON r.task_id = t.task_id
JOIN run ON run.run_id = r.run_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
JOIN v_speedup s ON s.evaluation_id = e.evaluation_id
LEFT JOIN device d ON d.device_id = e.device_id
WHERE t.label = :task AND run.name <> :run AND r.code_blob_id IS NOT NULL AND (:backend IS NULL OR d.backend = :backend)
GROUP BY r.code_blob_id
ORDER BY lower DESC, speedup DESC, r.code_blob_id
LIMIT :n;
