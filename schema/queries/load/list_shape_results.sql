-- What each text reached at each shape of a problem, shapes of a problem and evaluations of a text one after the other.
SELECT v.run, t.suite, substr(t.name, 1, instr(t.name, '@') - 1) AS problem, v.code_sha256 AS code, t.name, v.correct,
       v.speedup, v.runtime_us, v.baseline_runtime_us,
       (SELECT e.value FROM evidence e WHERE e.evaluation_id = v.evaluation_id AND e.kind = 'roofline') AS roofline,
       CASE WHEN b.text LIKE '# Rollbook problem: definition' || char(10) || '# Rollbook weight: %'
         THEN CAST(substr(b.text, length('# Rollbook problem: definition') + length('# Rollbook weight: ') + 2, 40) AS REAL) END AS weight,
       (SELECT count(*) FROM task k WHERE k.suite = t.suite AND k.kind = 'torch'
          AND substr(k.name, 1, instr(t.name, '@')) = substr(t.name, 1, instr(t.name, '@'))) AS known
FROM v_rollout v
JOIN task t ON t.task_id = v.task_id
LEFT JOIN blob b ON b.blob_id = t.module_blob_id
WHERE v.run IN (SELECT value FROM json_each(:runs)) AND v.evaluation_id IS NOT NULL AND v.outcome <> 'infra'
  AND t.kind = 'torch' AND instr(t.name, '@') > 1
ORDER BY v.run_id, t.suite, problem, v.code_sha256, t.name, v.rollout_id;
