-- How long a sample took, as imported files say: seconds, or milliseconds, of the members that exporters use.
SELECT name, step, count(*) AS n, sum(seconds) AS seconds
FROM (SELECT run.name, run.run_id, r.step,
             coalesce(json_extract(r.extra, '$.latency_s'), json_extract(r.extra, '$.latency_seconds'),
                      CASE WHEN json_type(r.extra, '$.latency_ms') IN ('integer', 'real') THEN json_extract(r.extra, '$.latency_ms') / 1000.0 END) AS seconds
      FROM run
      JOIN rollout r ON r.run_id = run.run_id
      WHERE run.name IN (SELECT value FROM json_each(:runs)) AND run.import_source_id IS NOT NULL
        AND r.extra IS NOT NULL AND json_valid(r.extra))
WHERE typeof(seconds) IN ('integer', 'real') AND seconds >= 0
GROUP BY run_id, step
ORDER BY run_id, step;
