-- What became of its rollouts.
SELECT coalesce(outcome, 'not evaluated') AS outcome, count(*) AS rollouts
FROM v_rollout
WHERE run_id = :id
GROUP BY coalesce(outcome, 'not evaluated')
ORDER BY rollouts DESC, coalesce(outcome, 'not evaluated');
