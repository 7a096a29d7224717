-- Planted bugs of the runs: what was planted (first line of the answer), what the checker said, and which check refused
-- it.  The run's rule and mode name the checker.
SELECT v.run, v.backend, coalesce(json_extract(v.config, '$.rule.value'), '') AS rule, v.eval_mode, v.task_case,
       t.label AS task, r.sample, r.rollout_id, r.code_blob_id,
       substr(said.text, 1, instr(said.text, char(10)) - 1) AS said,
       coalesce(code.sha256, '') AS code, coalesce(e.outcome, 'pending') AS outcome, e.message,
       (SELECT x.kind FROM evidence x WHERE x.evaluation_id = e.evaluation_id AND x.pass = 0 AND x.kind <> 'sandbox'
        ORDER BY x.kind = 'outputs', x.position LIMIT 1) AS refused_by
FROM v_run v
JOIN rollout r ON r.run_id = v.run_id
JOIN task t ON t.task_id = r.task_id
JOIN blob said ON said.blob_id = r.completion_blob_id
LEFT JOIN blob code ON code.blob_id = r.code_blob_id
LEFT JOIN evaluation e ON e.evaluation_id = (
    SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
    ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
WHERE json_extract(v.config, '$.policy.value') = 'mutants' AND v.run IN (SELECT value FROM json_each(:runs))
ORDER BY t.level, t.problem_id, r.sample, v.run_id;
