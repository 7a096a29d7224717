-- Where the evaluation stands under the roofline of its device.
SELECT kernels, launches_us, span_us, own_share, speed_of_light, bound, memory_us, compute_us, task_bytes, dram_bytes, task_flops, executed_flops,
       matrix_instructions, dram_share, copy_bytes_per_s, peak_flop_per_s, why_not_counted
FROM v_profile
WHERE evaluation_id = :id;
