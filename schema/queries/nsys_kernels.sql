-- Of an Nsight Systems export: every launch in the order of time, durations in nanoseconds.
SELECT coalesce(s.value, k.shortName), d.value, k."end" - k.start, k.start, k.deviceId, k.streamId, k.gridX, k.gridY, k.gridZ,
       k.blockX, k.blockY, k.blockZ, k.registersPerThread, k.staticSharedMemory, k.dynamicSharedMemory
FROM CUPTI_ACTIVITY_KIND_KERNEL k
LEFT JOIN StringIds s ON s.id = k.shortName
LEFT JOIN StringIds d ON d.id = k.demangledName
ORDER BY k.start, k.rowid;
