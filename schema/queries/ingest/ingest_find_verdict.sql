-- An evaluation of the rollout with these facts, for a log that follows the results or the results that follow their log;
-- one that also timed a reference holds the facts of one that did not.
SELECT e.evaluation_id
FROM evaluation e
LEFT JOIN import_source i ON i.import_source_id = e.import_source_id
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
WHERE e.rollout_id = :rollout_id AND (:any_source = 1 OR i.format = 'kernelbench-log')
  AND e.outcome = :outcome AND e.message IS :message AND e.compiled = :compiled
  AND e.correct = :correct AND c.runtime_us IS :runtime_us
  AND (b.runtime_us IS :reference_us OR :reference_us IS NULL)
ORDER BY e.evaluation_id LIMIT 1;
