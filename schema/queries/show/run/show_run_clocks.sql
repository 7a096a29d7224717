-- Timings of it during which the clock of the device was read, by task.
SELECT task, subject, count(*) AS timings, sum(n_samples) AS samples, sum(n_throttled > 0) AS with_a_clock_held_back,
       sum(n_throttled) AS samples_repeated
FROM v_clock
WHERE run = (SELECT name FROM run WHERE run_id = :id)
GROUP BY task, subject
ORDER BY task, subject;
