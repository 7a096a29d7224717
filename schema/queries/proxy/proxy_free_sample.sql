-- The first sample number that neither a rollout nor an attempt of the step and task has.  The turns are stepped
-- through, so that each is one look into the index: a cell may hold a million samples.
WITH RECURSIVE
turns(turn) AS (
  SELECT (SELECT turn FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id ORDER BY turn LIMIT 1)
  UNION ALL
  SELECT (SELECT turn FROM rollout WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn > turns.turn ORDER BY turn LIMIT 1)
  FROM turns WHERE turns.turn IS NOT NULL),
tries(turn) AS (
  SELECT (SELECT turn FROM attempt WHERE run_id = :run_id AND step = :step AND task_id = :task_id ORDER BY turn LIMIT 1)
  UNION ALL
  SELECT (SELECT turn FROM attempt WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND turn > tries.turn ORDER BY turn LIMIT 1)
  FROM tries WHERE tries.turn IS NOT NULL)
SELECT 1 + max(
  coalesce((SELECT max((SELECT sample FROM rollout r WHERE r.run_id = :run_id AND r.step = :step AND r.task_id = :task_id AND r.turn = turns.turn
                        ORDER BY sample DESC LIMIT 1)) FROM turns), -1),
  coalesce((SELECT max((SELECT sample FROM attempt a WHERE a.run_id = :run_id AND a.step = :step AND a.task_id = :task_id AND a.turn = tries.turn
                        ORDER BY sample DESC LIMIT 1)) FROM tries), -1)) AS free_sample;
