-- The first turn from which on none of the samples :sample to :sample + :n - 1 has a rollout.  The turns are stepped
-- through, so that each is one look into the index.
WITH RECURSIVE
turns(turn) AS (
  SELECT (SELECT turn FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id ORDER BY turn LIMIT 1)
  UNION ALL
  SELECT (SELECT turn FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn > turns.turn ORDER BY turn LIMIT 1)
  FROM turns WHERE turns.turn IS NOT NULL)
SELECT coalesce(max(turns.turn), -1) + 1 AS free_turn FROM turns
WHERE EXISTS (SELECT 1 FROM rollout r WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.turn = turns.turn
              AND r.sample BETWEEN :sample AND :sample + :n - 1);
