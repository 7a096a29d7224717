-- Of an Nsight Systems export: the GPUs by their number.
SELECT id, name FROM TARGET_INFO_GPU WHERE name IS NOT NULL ORDER BY id;
