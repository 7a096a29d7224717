-- Profiled kernels of an evaluation with what was counted.
SELECT k.name, k.device_us, c.*, p.*
FROM profile_kernel k
LEFT JOIN kernel_counters c ON c.evaluation_id = k.evaluation_id AND c.position = k.position
LEFT JOIN profile p ON p.evaluation_id = k.evaluation_id
WHERE k.evaluation_id = :evaluation_id
ORDER BY k.position;
