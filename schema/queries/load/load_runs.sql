-- The runs with these names; begins: the strategy of the run whose policy a run began with, and its step where one was named.
SELECT v.run_id, v.run, v.strategy, v.status, v.model, v.model_revision, v.split, v.split_hash, v.backend, v.device, v.baseline,
       v.task_case, v.eval_mode, v.code_version, v.started_at, v.seed, v.temperature, v.k, v.n_steps,
       (SELECT s.strategy || substr(json_extract(v.config, '$.from.value'), length(s.name) + 1) FROM run s
        WHERE s.name = substr(json_extract(v.config, '$.from.value'), 1, instr(json_extract(v.config, '$.from.value') || '@', '@') - 1)) AS begins
FROM v_run v
WHERE v.run IN (SELECT value FROM json_each(:runs))
ORDER BY v.run_id;
