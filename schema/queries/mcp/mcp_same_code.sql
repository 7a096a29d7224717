-- Every evaluation of one kernel for one task, on one backend and case.
SELECT e.evaluation_id, e.outcome, e.eval_mode, (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) AS speedup,
       e.speedup_lower, e.speedup_upper
FROM blob b
JOIN rollout r ON r.code_blob_id = b.blob_id
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.rollout_id = r.rollout_id
LEFT JOIN device d ON d.device_id = e.device_id
WHERE b.sha256 = :code_sha256 AND (t.label = :task OR :task IN (t.suite || ':' || t.label, t.suite || ':' || t.name)) AND d.backend = :backend AND e.task_case = :task_case
ORDER BY e.evaluation_id;
