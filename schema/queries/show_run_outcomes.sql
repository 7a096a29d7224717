-- What became of its rollouts.
SELECT coalesce(outcome, 'not evaluated') AS outcome, count(*) AS rollouts
FROM v_rollout
WHERE run_id = :id
GROUP BY 1
ORDER BY 2 DESC, 1;
