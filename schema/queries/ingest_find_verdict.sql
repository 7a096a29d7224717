-- An evaluation of the rollout with these facts; one that also timed a reference holds those of one that did not.
SELECT e.evaluation_id
FROM evaluation e
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
WHERE e.rollout_id = :rollout_id AND e.outcome = :outcome AND e.message IS :message AND e.compiled = :compiled
  AND e.correct = :correct AND c.runtime_us IS :runtime_us
  AND (b.runtime_us IS :reference_us OR :reference_us IS NULL)
ORDER BY e.evaluation_id LIMIT 1;
