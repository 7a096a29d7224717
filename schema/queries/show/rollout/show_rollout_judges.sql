-- What language models think of it.
SELECT m.name AS judge, s.template, j.correctness, j.compilability, j.speed, j.malformed, j.problem, j.repairs, j.tries, j.reason
FROM judge j
JOIN model m ON m.model_id = j.model_id
LEFT JOIN judge_setup s ON s.judge_setup_id = j.judge_setup_id
WHERE j.rollout_id = :id
ORDER BY j.judge_id;
