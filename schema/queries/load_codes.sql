-- Every rollout of the runs with the blob of its kernel; turns of a sample follow each other.
SELECT v.run, v.task, v.step, v.sample, coalesce(r.code_blob_id, r.action_blob_id), v.compiled, v.correct,
       e.artifact_sha256
FROM v_rollout v
JOIN rollout r ON r.rollout_id = v.rollout_id
LEFT JOIN evaluation e ON e.evaluation_id = v.evaluation_id
WHERE v.run IN (SELECT value FROM json_each(:runs))
ORDER BY v.run_id, v.step, v.level, v.problem_id, v.task_id, v.sample, v.turn;
