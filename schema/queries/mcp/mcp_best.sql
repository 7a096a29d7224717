-- The fastest right kernels of a task in other runs, one row a kernel, by the lower end of the interval; imports count by what they state.
SELECT max(x.evaluation_id) AS evaluation_id, x.code_blob_id, min(x.run) AS run, count(DISTINCT x.run_id) AS runs,
       max(coalesce(x.speedup_lower, 0)) AS lower, max(x.speedup) AS speedup
FROM (SELECT e.evaluation_id, r.code_blob_id, run.name AS run, run.run_id, e.speedup_lower,
             (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) AS speedup
      FROM task t
      JOIN rollout r ON r.task_id = t.task_id
      JOIN run ON run.run_id = r.run_id
      JOIN evaluation e ON e.rollout_id = r.rollout_id
      LEFT JOIN device d ON d.device_id = e.device_id
      WHERE (t.label = :task OR :task IN (t.suite || ':' || t.label, t.suite || ':' || t.name)) AND run.name <> :run AND r.code_blob_id IS NOT NULL AND (:backend IS NULL OR d.backend = :backend)) x
WHERE x.speedup IS NOT NULL
GROUP BY x.code_blob_id
ORDER BY lower DESC, speedup DESC, x.code_blob_id
LIMIT :n;
