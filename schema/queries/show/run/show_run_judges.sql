-- Who judged its rollouts, how they were asked and what they said.
SELECT m.name AS judge, s.template, s.sha256 AS setup, count(*) AS judged, sum(j.malformed) AS malformed, sum(j.tries) AS requests,
       avg(j.correctness) AS mean_correctness, avg(j.compilability) AS mean_compilability, avg(j.speed) AS mean_speed,
       CAST(sum(1.0 * j.prompt_tokens) AS INTEGER) AS prompt_tokens, CAST(sum(1.0 * j.completion_tokens) AS INTEGER) AS completion_tokens
FROM judge j
JOIN rollout r ON r.rollout_id = j.rollout_id
JOIN model m ON m.model_id = j.model_id
LEFT JOIN judge_setup s ON s.judge_setup_id = j.judge_setup_id
WHERE r.run_id = :id
GROUP BY m.name, s.template, s.sha256
ORDER BY m.name, s.template, s.sha256;
