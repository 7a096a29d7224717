-- Kernels that a profiler saw.
SELECT position, name, device_us, counters FROM profile_kernel WHERE evaluation_id = :id ORDER BY position;
