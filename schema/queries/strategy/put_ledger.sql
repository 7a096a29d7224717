-- Counts are recomputed; wall time adds up over interruptions.
INSERT INTO ledger (run_id, step, rollouts, prompt_tokens, completion_tokens, evaluate_seconds, wall_seconds)
SELECT :run_id, :step, count(*), coalesce(sum(r.prompt_tokens), 0), coalesce(sum(r.completion_tokens), 0),
  coalesce((SELECT sum(e.total_ms) / 1000.0 FROM evaluation e JOIN rollout x ON x.rollout_id = e.rollout_id
            WHERE x.run_id = :run_id AND x.step = :step AND e.purpose IS NULL), 0.0), :wall_seconds
FROM rollout r WHERE r.run_id = :run_id AND r.step = :step
ON CONFLICT (run_id, step) DO UPDATE SET rollouts = excluded.rollouts, prompt_tokens = excluded.prompt_tokens,
  completion_tokens = excluded.completion_tokens, evaluate_seconds = excluded.evaluate_seconds,
  wall_seconds = ledger.wall_seconds + excluded.wall_seconds;
