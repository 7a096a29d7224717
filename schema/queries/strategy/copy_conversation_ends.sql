-- What a replay does not ask for either.
INSERT INTO conversation_end (run_id, step, task_id, sample, turn, reason, checksum)
SELECT :run_id, x.step, x.task_id, x.sample, x.turn, x.reason, x.checksum
FROM conversation_end x JOIN run ON run.run_id = x.run_id
WHERE run.name = :source
ON CONFLICT DO NOTHING;
