-- Conversations of a step that ended before a turn.
SELECT rt.position, x.sample
FROM conversation_end x JOIN run_task rt ON rt.run_id = x.run_id AND rt.task_id = x.task_id
WHERE x.run_id = :run_id AND x.step = :step AND x.turn <= :turn
ORDER BY rt.position, x.sample;
