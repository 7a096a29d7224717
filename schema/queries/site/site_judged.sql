-- Who gave the verdict that counts for a rollout: what its hash is of, the card, the interval, and what a source says of it.
SELECT coalesce(e.verdict_sha256, (SELECT x.detail FROM evidence x WHERE x.evaluation_id = e.evaluation_id AND x.kind = 'verdict_sha256' LIMIT 1)) AS verdict_sha256,
       c.sha256 AS code_sha256, t.sha256 AS task_sha256, e.rule, e.outcome, d.name AS device,
       e.import_source_id IS NOT NULL AS is_imported, e.speedup_lower, e.speedup_upper,
       (SELECT x.value FROM evidence x WHERE x.evaluation_id = e.evaluation_id AND x.kind = 'evaluator_version' LIMIT 1) AS stated_version,
       (SELECT x.value FROM evidence x WHERE x.evaluation_id = e.evaluation_id AND x.kind = 'claimed_speedup' AND x.value > 0
        ORDER BY x.position LIMIT 1) AS claimed_speedup
FROM rollout r
JOIN task t ON t.task_id = r.task_id
JOIN evaluation e ON e.evaluation_id = (
    SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
    ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
LEFT JOIN blob c ON c.blob_id = r.code_blob_id
LEFT JOIN device d ON d.device_id = e.device_id
WHERE r.rollout_id = :id
LIMIT 1;
