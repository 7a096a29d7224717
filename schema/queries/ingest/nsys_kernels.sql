-- Of an Nsight Systems export: every launch in the order of time, durations in nanoseconds.
SELECT coalesce(s.value, k.shortName) AS name, d.value AS full_name, k."end" - k.start AS duration_ns, k.start AS start_ns,
       k.deviceId AS device, k.streamId AS stream, k.gridX AS grid_x, k.gridY AS grid_y, k.gridZ AS grid_z,
       k.blockX AS block_x, k.blockY AS block_y, k.blockZ AS block_z, k.registersPerThread AS registers,
       k.staticSharedMemory AS static_shared_bytes, k.dynamicSharedMemory AS dynamic_shared_bytes
FROM CUPTI_ACTIVITY_KIND_KERNEL k
LEFT JOIN StringIds s ON s.id = k.shortName
LEFT JOIN StringIds d ON d.id = k.demangledName
ORDER BY k.start, k.rowid;
