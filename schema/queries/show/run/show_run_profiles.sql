-- Its profiled kernels under the roofline of their device, the nearest to it first.
SELECT task, step, turn, sample, runtime_us, kernels, launches_us, bound, speed_of_light, dram_bytes, dram_share, executed_flops,
       matrix_instructions, why_not_counted
FROM v_profile
WHERE run = (SELECT name FROM run WHERE run_id = :id)
ORDER BY task, speed_of_light DESC, step, turn, sample;
