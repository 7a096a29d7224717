-- The same for exports that lack the launch's shape.
SELECT coalesce(s.value, k.shortName), NULL, k."end" - k.start, k.start
FROM CUPTI_ACTIVITY_KIND_KERNEL k
LEFT JOIN StringIds s ON s.id = k.shortName
ORDER BY k.start, k.rowid;
