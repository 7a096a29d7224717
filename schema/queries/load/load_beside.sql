-- Rollouts of a task with code, right ones (:correct 1) or wrong ones, as a reader wants to see them: the fastest right one first, of
-- the wrong ones those that ran and gave other numbers.  What could not be judged is neither.
SELECT r.run, r.step, r.turn, r.sample, r.outcome, r.speedup, r.message, r.code, r.compile_log, e.trials_run, e.trials_passed, e.max_abs_err,
       e.max_rel_err, e.matched_share
FROM v_rollout r JOIN evaluation e ON e.evaluation_id = r.evaluation_id
WHERE r.task = :task AND r.correct = :correct AND r.outcome <> 'infra' AND r.code IS NOT NULL AND r.run IN (SELECT value FROM json_each(:runs))
ORDER BY r.outcome = 'mismatch' DESC, r.speedup IS NULL, r.speedup DESC, r.rollout_id
LIMIT 50;
