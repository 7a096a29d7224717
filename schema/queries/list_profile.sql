-- Profiled kernels of an evaluation with what was counted, in the order of enum counter (src/eval/seam/profile.h).
SELECT k.name, k.device_us, c.registers, c.shared_bytes, c.local_bytes,
  c.time_ns, c.dram_read_bytes, c.dram_write_bytes, c.l2_bytes, c.l2_read_sectors, c.l2_write_sectors, c.occupancy_percent,
  c.issue_percent, c.tensor_float, c.tensor_moves, c.tensor_integer, c.fadd, c.fmul, c.ffma, c.dadd, c.dmul, c.dfma,
  c.hadd, c.hmul, c.hfma, p.why_not_counted, p.span_us, p.task_bytes, p.task_flops, p.copy_bytes_per_s, p.peak_flop_per_s
FROM profile_kernel k
LEFT JOIN kernel_counters c ON c.evaluation_id = k.evaluation_id AND c.position = k.position
LEFT JOIN profile p ON p.evaluation_id = k.evaluation_id
WHERE k.evaluation_id = :evaluation_id
ORDER BY k.position;
