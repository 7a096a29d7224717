-- The tasks that two runs have both sampled, with what each made of them.
SELECT a.task, a.n AS a_n, a.correct AS a_correct, a.fast AS a_fast, a.best AS a_best_speedup,
       b.n AS b_n, b.correct AS b_correct, b.fast AS b_fast, b.best AS b_best_speedup,
       1.0 * b.fast / nullif(b.n, 0) - 1.0 * a.fast / nullif(a.n, 0) AS fast_share_difference
FROM (SELECT task_id, task, level, problem_id, sum(n) AS n, sum(n_correct) AS correct, sum(n_fast_1) AS fast, max(best_speedup) AS best
      FROM v_cell WHERE run_id = :a GROUP BY task_id) a
JOIN (SELECT task_id, sum(n) AS n, sum(n_correct) AS correct, sum(n_fast_1) AS fast, max(best_speedup) AS best
      FROM v_cell WHERE run_id = :b GROUP BY task_id) b ON b.task_id = a.task_id
ORDER BY a.level, a.problem_id, a.task_id;
