-- Counts are recomputed; wall time adds up over interruptions.
INSERT INTO ledger (run_id, step, rollouts, prompt_tokens, completion_tokens, evaluate_seconds, wall_seconds, checksum)
SELECT :run_id, :step, n, prompt_tokens, completion_tokens, seconds, :wall_seconds,
  checksum_with(0, 'step', NULL, :step, 'rollouts', NULL, n, 'prompt_tokens', NULL, prompt_tokens, 'completion_tokens', NULL, completion_tokens,
                'teacher_tokens', NULL, 0, 'evaluate_seconds', NULL, seconds, 'wall_seconds', NULL, :wall_seconds)
FROM (SELECT count(*) AS n, coalesce(sum(r.prompt_tokens), 0) AS prompt_tokens, coalesce(sum(r.completion_tokens), 0) AS completion_tokens,
        coalesce((SELECT sum(e.total_ms) / 1000.0 FROM evaluation e JOIN rollout x ON x.rollout_id = e.rollout_id
                  WHERE x.run_id = :run_id AND x.step = :step AND e.purpose IS NULL), 0.0) AS seconds
      FROM rollout r WHERE r.run_id = :run_id AND r.step = :step)
WHERE true
ON CONFLICT (run_id, step) DO UPDATE SET rollouts = excluded.rollouts, prompt_tokens = excluded.prompt_tokens,
  completion_tokens = excluded.completion_tokens, evaluate_seconds = excluded.evaluate_seconds,
  wall_seconds = ledger.wall_seconds + excluded.wall_seconds,
  checksum = checksum_with(ledger.checksum, 'rollouts', ledger.rollouts, excluded.rollouts,
    'prompt_tokens', ledger.prompt_tokens, excluded.prompt_tokens, 'completion_tokens', ledger.completion_tokens, excluded.completion_tokens,
    'evaluate_seconds', ledger.evaluate_seconds, excluded.evaluate_seconds,
    'wall_seconds', ledger.wall_seconds, ledger.wall_seconds + excluded.wall_seconds);
