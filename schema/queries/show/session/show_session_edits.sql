-- What each edit brought: the evaluation of the text before it and of the text after it.  Faster and slower are said where
-- the two intervals do not overlap.
SELECT a.line, a.sub_agent, a.path, a.version, a.how, a.task, a.outcome, a.speedup, a.speedup_lower, a.speedup_upper,
       a.before_version, b.outcome AS before_outcome,
       (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = b.evaluation_id) AS before_speedup, b.speedup_lower AS before_lower, b.speedup_upper AS before_upper,
       CASE WHEN a.evaluation_id IS NULL THEN 'not evaluated'
            WHEN a.outcome = 'infra' THEN 'nothing was checked'
            WHEN NOT a.correct AND b.correct THEN 'broke it'
            WHEN NOT a.correct THEN 'wrong'
            WHEN b.correct IS NOT 1 THEN 'right'
            WHEN a.evaluation_id = b.evaluation_id THEN 'the same text'
            WHEN a.speedup_lower > b.speedup_upper THEN 'faster'
            WHEN a.speedup_upper < b.speedup_lower THEN 'slower'
            WHEN a.speedup_lower IS NOT NULL AND b.speedup_lower IS NOT NULL THEN 'no difference beyond noise'
            ELSE 'right; no interval' END AS brought,
       a.evidence
FROM v_session_code a
LEFT JOIN evaluation b ON b.evaluation_id = a.before_evaluation_id
WHERE a.session_id = :id
ORDER BY a.session_step_id, a.session_call_id, a.path;
