-- Of an Nsight Systems export: is there a table of kernels?
SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name = 'CUPTI_ACTIVITY_KIND_KERNEL';
