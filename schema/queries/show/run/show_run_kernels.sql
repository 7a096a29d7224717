-- What its profiled evaluations launched, by task and kernel.
SELECT task, name AS kernel, count(DISTINCT evaluation_id) AS evaluations, count(*) AS launches, sum(device_us) / count(device_us) AS mean_us,
       max(registers) AS registers, max(shared_bytes) AS shared_bytes, max(local_bytes) AS local_bytes, avg(occupancy) AS occupancy,
       avg(issue) AS issue
FROM v_profile_kernel
WHERE run = (SELECT name FROM run WHERE run_id = :id)
GROUP BY task, name
ORDER BY task, sum(device_us) DESC, name;
