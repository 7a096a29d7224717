-- The turns of its conversations; nothing for a run of single turns.
SELECT turn, count(*) AS rollouts, sum(compiled) AS compiled, sum(correct) AS correct, sum(coalesce(speedup > 1, 0)) AS faster,
       max(speedup) AS best_speedup, CAST(sum(1.0 * prompt_tokens) AS INTEGER) AS prompt_tokens, CAST(sum(1.0 * completion_tokens) AS INTEGER) AS completion_tokens
FROM v_rollout
WHERE run_id = :id AND EXISTS (SELECT 1 FROM rollout r WHERE r.run_id = :id AND r.turn > 0)
GROUP BY turn
ORDER BY turn;
