-- Makes a study of what a study seldom holds, behind study.sql: every outcome, values that are missing, equal, tiny and
-- huge, runs without rows, another device, baselines that lack tasks.
PRAGMA foreign_keys = OFF;
BEGIN;
INSERT INTO device (backend, name, cores) VALUES ('cpu', 'another machine', 64);
UPDATE run SET device_id = (SELECT max(device_id) FROM device) WHERE name IN ('ttt-43', 'stages-held-sft');
UPDATE evaluation SET device_id = (SELECT max(device_id) FROM device)
 WHERE rollout_id IN (SELECT rollout_id FROM rollout WHERE run_id IN (SELECT run_id FROM run WHERE name IN ('ttt-43', 'stages-held-sft')));
-- Every outcome, one after the other.
UPDATE evaluation SET correct = 0, compiled = evaluation_id % 12 > 2, speedup_lower = NULL, speedup_upper = NULL,
       cheat_kind = CASE WHEN evaluation_id % 12 = 9 THEN 'host_code' END,
       outcome = CASE evaluation_id % 12 WHEN 0 THEN 'no_code' WHEN 1 THEN 'parse' WHEN 2 THEN 'compile' WHEN 3 THEN 'launch' WHEN 4 THEN 'crash'
                 WHEN 5 THEN 'timeout' WHEN 6 THEN 'wrong_shape' WHEN 7 THEN 'nan' WHEN 8 THEN 'mismatch' WHEN 9 THEN 'cheat' WHEN 10 THEN 'infra' ELSE 'mismatch' END
 WHERE rollout_id IN (SELECT rollout_id FROM rollout JOIN run USING (run_id) WHERE name IN ('bon-43', 'ttt-43') AND rollout_id % 3 = 0);
-- Runtimes: equal to the baseline's, tiny, huge, unknown.
UPDATE measurement SET runtime_us = 1.5 WHERE evaluation_id % 7 = 0;
UPDATE measurement SET runtime_us = 1e-9 WHERE evaluation_id % 31 = 1 AND subject = 'candidate';
UPDATE measurement SET runtime_us = 1e12 WHERE evaluation_id % 31 = 2 AND subject = 'candidate';
DELETE FROM measurement WHERE evaluation_id % 13 = 3 AND subject = 'baseline';
DELETE FROM measurement WHERE evaluation_id % 29 = 4;
-- Log-probs: none in bon-43, some gone in bon-42, equal ones in ttt-42, tokens that are not told.
UPDATE rollout SET sum_logprob = NULL, mean_logprob = NULL WHERE run_id = (SELECT run_id FROM run WHERE name = 'bon-43') OR rollout_id % 11 = 0;
DELETE FROM rollout_tokens WHERE rollout_id IN (SELECT rollout_id FROM rollout WHERE sum_logprob IS NULL);
UPDATE rollout SET sum_logprob = -7, mean_logprob = -0.5 WHERE run_id = (SELECT run_id FROM run WHERE name = 'ttt-42') AND task_id = 1;
UPDATE rollout SET completion_tokens = NULL WHERE rollout_id % 17 = 0;
UPDATE rollout SET completion_tokens = 0, finish_reason = 'length' WHERE rollout_id % 19 = 0;
-- Tasks without a family, with one sample, with none.
UPDATE task SET family = NULL WHERE problem_id = 5;
DELETE FROM rollout WHERE task_id = 3 AND sample > 0 AND run_id IN (SELECT run_id FROM run WHERE name IN ('bon-42', 'bon-43'));
DELETE FROM rollout WHERE task_id = 4 AND run_id = (SELECT run_id FROM run WHERE name = 'ttt-43');
DELETE FROM evaluation WHERE rollout_id NOT IN (SELECT rollout_id FROM rollout);
DELETE FROM measurement WHERE evaluation_id NOT IN (SELECT evaluation_id FROM evaluation);
-- Runs: one without rollouts, one without evaluations, one that never ended, one without a seed, one of another case.
DELETE FROM rollout WHERE run_id = (SELECT run_id FROM run WHERE name = 'ttt-k2');
DELETE FROM evaluation WHERE rollout_id IN (SELECT rollout_id FROM rollout JOIN run USING (run_id) WHERE name = 'sdpo-42');
UPDATE run SET status = 'running', finished_at = NULL WHERE name = 'refine-42';
UPDATE run SET status = 'failed' WHERE name = 'stages-held-grpo';
UPDATE run SET seed = NULL, k = NULL WHERE name = 'stages-held-base';
UPDATE run SET task_case = 'full', eval_mode = 'full' WHERE name = 'stages-held-sft-grpo';
UPDATE evaluation SET task_case = 'full', eval_mode = 'full', speedup_lower = 0.5, speedup_upper = 4, interval_level = 0.95, interval_kind = 'processes', interval_processes = 2
 WHERE outcome = 'measured' AND rollout_id IN (SELECT rollout_id FROM rollout JOIN run USING (run_id) WHERE name = 'stages-held-sft-grpo');
-- Steps, rewards, advantages and costs.
UPDATE step SET update_metrics = NULL WHERE step_id % 4 = 0;
UPDATE step SET update_metrics = '{"loss":1e300,"kl":-0.0,"entropy":null,"word":"x","grad_norm":0}' WHERE step_id % 4 = 1;
UPDATE reward SET value = 0 WHERE rollout_id % 5 = 0;
UPDATE reward SET advantage = 0 WHERE rollout_id % 4 = 0;
DELETE FROM reward WHERE rollout_id % 23 = 0;
UPDATE ledger SET wall_seconds = 0 WHERE run_id % 3 = 0;
UPDATE judge SET correctness = NULL, malformed = 1 WHERE judge_id = 2;
UPDATE judge SET correctness = 0, speed = 1 WHERE judge_id = 3;
-- A stored baseline that lacks tasks, on two machines.
INSERT INTO baseline (name, hardware, task_id, runtime_us, statistic, std_us, n_samples) VALUES
    ('theirs', 'a', 1, 2.5, 'mean', 0.25, 100), ('theirs', 'a', 2, 4, 'mean', NULL, NULL), ('theirs', 'b', 1, 5, 'median', 0, 1),
    ('theirs', 'b', 2, 1e-3, 'mean', NULL, NULL), ('theirs', 'b', 6, 80, 'mean', 1, 3), ('alone', '', 5, NULL, 'mean', NULL, NULL);
COMMIT;
