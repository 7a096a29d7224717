-- The rollouts of a run with code, with how many answers about each could not be read; judged: its judgement under the setup
-- is there.
SELECT r.rollout_id, CASE t.kind WHEN 'torch' THEN t.suite || ':' ELSE '' END || t.label AS task, r.code_blob_id,
       (SELECT count(*) FROM judge_attempt a
        WHERE a.judge_setup_id = :judge_setup_id AND a.rollout_id = r.rollout_id AND a.problem IS NOT NULL) AS unread,
       EXISTS (SELECT 1 FROM judge j WHERE j.judge_setup_id = :judge_setup_id AND j.rollout_id = r.rollout_id) AS judged
FROM rollout r
JOIN task t ON t.task_id = r.task_id
WHERE r.run_id = :run_id
ORDER BY t.level, t.problem_id, r.step, r.turn, r.sample;
