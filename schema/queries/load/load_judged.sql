-- Every judgement of a run's rollouts beside the evaluation that counts, by setup and task.
SELECT coalesce(j.judge_setup_id, -j.model_id) AS panel, m.name, coalesce(s.template, '') AS setup_template,
       coalesce(s.sha256, '') AS setup_sha256, v.task,
       j.correctness, j.compilability, j.speed, j.malformed, v.outcome, v.compiled, v.correct, v.speedup
FROM judge j
JOIN v_rollout v ON v.rollout_id = j.rollout_id
JOIN model m ON m.model_id = j.model_id
LEFT JOIN judge_setup s ON s.judge_setup_id = j.judge_setup_id
WHERE v.run = :run
ORDER BY panel, v.level, v.problem_id, v.task_id, v.step, v.turn, v.sample, j.judge_id;
