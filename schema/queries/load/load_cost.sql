-- What the steps of the runs used, from the ledger.
SELECT run.name, l.step, l.rollouts, l.prompt_tokens, l.completion_tokens, l.teacher_tokens, l.evaluate_seconds,
       l.wall_seconds
FROM ledger l
JOIN run ON run.run_id = l.run_id
WHERE run.name IN (SELECT value FROM json_each(:runs))
ORDER BY run.run_id, l.step;
