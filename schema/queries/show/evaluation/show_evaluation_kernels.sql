-- Kernels that a profiler saw.
SELECT position, name, device_us, share, grid, block, registers, shared_bytes, local_bytes, occupancy, dram_read_bytes, dram_write_bytes, l2_bytes,
       executed_flops, matrix_instructions
FROM v_profile_kernel
WHERE evaluation_id = :id
ORDER BY position;
