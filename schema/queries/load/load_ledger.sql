-- Seconds that the runs took and tokens that teachers read, summed over their steps.
SELECT l.run_id, sum(l.evaluate_seconds) AS evaluate_seconds, sum(l.wall_seconds) AS wall_seconds, CAST(sum(1.0 * l.teacher_tokens) AS INTEGER) AS teacher_tokens
FROM ledger l JOIN run ON run.run_id = l.run_id
WHERE run.name IN (SELECT value FROM json_each(:runs))
GROUP BY l.run_id
ORDER BY l.run_id;
