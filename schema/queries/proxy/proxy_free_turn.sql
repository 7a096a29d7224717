-- The first turn from which on none of the samples :sample to :sample + :n - 1 has a rollout.
SELECT coalesce(max(turn), -1) + 1 AS free_turn FROM rollout
WHERE run_id = :run_id AND step = :step AND task_id = :task_id AND sample BETWEEN :sample AND :sample + :n - 1;
