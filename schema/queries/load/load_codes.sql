-- Every rollout of the runs with the blob of its kernel; turns of a sample follow each other.  Last: its
-- PTX, where there may be any: the stored compiled object, a field of an import, the kernel itself.
SELECT v.run_id, v.task, v.step, v.sample, coalesce(r.code_blob_id, r.action_blob_id) AS code_id, v.compiled, v.correct,
       e.artifact_sha256,
       coalesce((SELECT coalesce(CAST(p.text AS BLOB), p.data) FROM blob p WHERE p.sha256 = e.artifact_sha256),
                CAST(json_extract(r.extra, '$.ptx') AS BLOB),
                (SELECT CAST(c.text AS BLOB) FROM blob c
                 WHERE c.blob_id = coalesce(r.code_blob_id, r.action_blob_id) AND instr(c.text, '.version') > 0)) AS ptx
FROM v_rollout v
JOIN rollout r ON r.rollout_id = v.rollout_id
LEFT JOIN evaluation e ON e.evaluation_id = v.evaluation_id
WHERE v.run_id IN (SELECT run_id FROM run WHERE name IN (SELECT value FROM json_each(:runs)))
ORDER BY v.run_id, v.step, v.level, v.problem_id, v.task_id, v.sample, v.turn;
