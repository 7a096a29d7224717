-- Runs of one name that are not one run.
SELECT m.name
FROM temp.merge_run m
JOIN other.run o ON o.run_id = m.old
JOIN main.run r ON r.name = m.name
WHERE NOT (r.strategy = o.strategy AND r.started_at = o.started_at AND r.seed IS o.seed AND r.argv = o.argv AND r.config = o.config)
ORDER BY m.name
LIMIT 1;
