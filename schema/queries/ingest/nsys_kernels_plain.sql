-- The same for exports that lack the launch's shape.
-- columns: the first of nsys_kernels
SELECT coalesce(s.value, k.shortName) AS name, NULL AS full_name, k."end" - k.start AS duration_ns, k.start AS start_ns
FROM CUPTI_ACTIVITY_KIND_KERNEL k
LEFT JOIN StringIds s ON s.id = k.shortName
ORDER BY k.start, k.rowid;
