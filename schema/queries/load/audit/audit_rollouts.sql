-- Every rollout of a run with the evaluation that counts, in the order rewards are computed in.
-- Facts that only some sources record are looked up where they write them.
SELECT r.rollout_id, r.task_id, r.step, r.turn, r.sample, r.prompt_blob_id, k.prompt_blob_id AS run_prompt_blob_id,
       coalesce(r.code_blob_id, r.action_blob_id) AS code_id, r.mean_logprob, r.completion_tokens,
       e.outcome, e.compiled, e.correct, coalesce(e.task_case, run.task_case) AS task_case,
       coalesce(d.name, '') AS device,
       coalesce(json_extract(r.extra, '$.precision'), json_extract(r.extra, '$.metadata.precision'),
                json_extract(r.extra, '$.config.precision'), json_extract(r.extra, '$.eval_config.precision'),
                json_extract(run.config, '$.import.precision'), json_extract(run.config, '$.precision'), '') AS precision,
       coalesce(json_extract(r.extra, '$.ref_runtime_stats.hardware'), json_extract(r.extra, '$.baseline_hardware'),
                json_extract(r.extra, '$.metadata.baseline_hardware'), '') AS baseline_device,
       coalesce(json_extract(r.extra, '$.baseline_precision'), json_extract(r.extra, '$.ref_runtime_stats.precision'),
                json_extract(r.extra, '$.metadata.baseline_precision'), '') AS baseline_precision,
       (SELECT v.kind FROM evidence v WHERE v.evaluation_id = e.evaluation_id AND v.pass = 0 ORDER BY v.position LIMIT 1) AS failed_evidence,
       c.runtime_us, c.min_us, c.max_us, c.std_us, c.n_samples, e.speedup_lower IS NOT NULL AS has_interval, b.runtime_us AS baseline_us,
       (SELECT v.value FROM evidence v WHERE v.evaluation_id = e.evaluation_id AND v.kind = 'claimed_speedup'
           AND v.detail = b.baseline AND v.value > 0 ORDER BY v.position LIMIT 1) AS claim_beside,
       CASE WHEN json_type(r.extra, '$.speedup') IN ('integer', 'real') THEN json_extract(r.extra, '$.speedup')
            WHEN json_type(r.extra, '$.speedup_factor') IN ('integer', 'real') THEN json_extract(r.extra, '$.speedup_factor')
            WHEN json_type(r.extra, '$.score_default') IN ('integer', 'real') THEN json_extract(r.extra, '$.score_default')
            ELSE (SELECT v.value FROM evidence v WHERE v.evaluation_id = e.evaluation_id AND v.kind = 'claimed_speedup' AND v.value IS NOT NULL
                  ORDER BY v.position LIMIT 1) END AS stated_speedup,
       julianday(coalesce(json_extract(r.extra, '$.measured_at'), json_extract(r.extra, '$.timestamp'),
                          json_extract(r.extra, '$.date'), json_extract(r.extra, '$.metadata.timestamp'),
                          json_extract(r.extra, '$.metadata.date'),
                          CASE WHEN e.import_source_id IS NULL THEN e.created_at END)) AS measured_day,
       julianday(coalesce(json_extract(r.extra, '$.baseline_measured_at'), json_extract(r.extra, '$.baseline_timestamp'),
                          json_extract(r.extra, '$.baseline_date'), json_extract(r.extra, '$.metadata.baseline_date'))) AS baseline_day
FROM rollout r
JOIN run ON run.run_id = r.run_id
LEFT JOIN run_task k ON k.run_id = r.run_id AND k.task_id = r.task_id
LEFT JOIN evaluation e ON e.evaluation_id = (
    SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
    ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
LEFT JOIN device d ON d.device_id = e.device_id
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
WHERE r.run_id = :run_id
ORDER BY r.step, k.position, r.task_id, r.turn, r.sample;
