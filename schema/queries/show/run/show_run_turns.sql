-- The turns of its conversations; nothing for a run of single turns.
SELECT turn, count(*) AS rollouts, sum(compiled) AS compiled, sum(correct) AS correct, sum(coalesce(speedup > 1, 0)) AS faster,
       max(speedup) AS best_speedup, sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens
FROM v_rollout
WHERE run_id = :id AND EXISTS (SELECT 1 FROM rollout r WHERE r.run_id = :id AND r.turn > 0)
GROUP BY turn
ORDER BY turn;
