-- Each run's winners: their speedup when they won, and when they were timed again; both means are of those that were right again.
SELECT v.run, count(*) AS winners, sum(v.confirmed_speedup IS NOT NULL) AS right_again,
       round(exp(avg(iif(v.confirmed_speedup IS NULL, NULL, ln(v.speedup)))), 3) AS geomean_first, round(exp(avg(ln(v.confirmed_speedup))), 3) AS geomean_again,
       sum(v.speedup > 1) AS fast_first, sum(coalesce(v.confirmed_speedup, 0) > 1) AS fast_again
FROM v_rollout v
WHERE v.run IN (:runs) AND v.rollout_id IN (SELECT rollout_id FROM v_evaluation WHERE purpose = 'confirm' AND outcome <> 'infra')
GROUP BY v.run
ORDER BY v.run;
