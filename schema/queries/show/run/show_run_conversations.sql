-- How its conversations ended; nothing for a run of single turns.
SELECT coalesce(x.reason, 'no limit reached') AS ended, count(*) AS conversations, min(c.turns) AS fewest_turns, max(c.turns) AS most_turns,
       sum(c.rollouts) AS rollouts, sum(c.dropped > 0) AS with_turns_left_out
FROM (SELECT r.step, r.task_id, r.sample, max(r.turn) + 1 AS turns, count(*) AS rollouts, max(coalesce(t.n_dropped, 0)) AS dropped
      FROM rollout r
      LEFT JOIN conversation_turn t ON t.rollout_id = r.rollout_id
      WHERE r.run_id = :id
      GROUP BY r.step, r.task_id, r.sample) c
LEFT JOIN conversation_end x ON x.run_id = :id AND x.step = c.step AND x.task_id = c.task_id AND x.sample = c.sample
WHERE EXISTS (SELECT 1 FROM rollout r WHERE r.run_id = :id AND r.turn > 0)
GROUP BY x.reason
ORDER BY x.reason IS NOT NULL, x.reason;
