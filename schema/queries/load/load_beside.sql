-- Rollouts of a task with code, right ones (:correct 1) or wrong ones, as a reader wants to see them: the fastest right one first, of
-- the wrong ones those that ran and gave other numbers.
SELECT run, step, turn, sample, outcome, speedup, message, code
FROM v_rollout
WHERE task = :task AND correct = :correct AND code IS NOT NULL AND run IN (SELECT value FROM json_each(:runs))
ORDER BY outcome = 'mismatch' DESC, speedup IS NULL, speedup DESC, rollout_id
LIMIT 50;
