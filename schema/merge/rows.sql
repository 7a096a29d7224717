-- The rollouts of the attached database "other" that this one lacks, and what hangs from them, behind nouns.sql.

INSERT OR IGNORE INTO main.rollout (run_id, step, task_id, turn, sample, prompt_blob_id, completion_blob_id, action_blob_id, code_blob_id,
                                    finish_reason, prompt_tokens, completion_tokens, sum_logprob, mean_logprob, logprob_temperature, extra, checksum)
SELECT r.new, o.step, t.new, o.turn, o.sample, p.new, c.new, a.new, k.new,
       o.finish_reason, o.prompt_tokens, o.completion_tokens, o.sum_logprob, o.mean_logprob, o.logprob_temperature, o.extra, o.checksum
FROM other.rollout o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
LEFT JOIN merge_blob p ON p.old = o.prompt_blob_id
LEFT JOIN merge_blob c ON c.old = o.completion_blob_id
LEFT JOIN merge_blob a ON a.old = o.action_blob_id
LEFT JOIN merge_blob k ON k.old = o.code_blob_id
ORDER BY o.rollout_id;
CREATE TEMP TABLE merge_rollout (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_rollout
SELECT o.rollout_id, n.rollout_id
FROM other.rollout o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
JOIN main.rollout n ON n.run_id = r.new AND n.step = o.step AND n.task_id = t.new AND n.turn = o.turn AND n.sample = o.sample;

INSERT OR IGNORE INTO main.rollout_tokens (rollout_id, n_tokens, token_ids, logprobs, checksum)
SELECT r.new, o.n_tokens, o.token_ids, o.logprobs, o.checksum FROM other.rollout_tokens o JOIN merge_rollout r ON r.old = o.rollout_id ORDER BY r.new;

INSERT OR IGNORE INTO main.score (rollout_id, checkpoint_id, role, temperature, n_tokens, logprobs, sum_logprob, semantics, aligned_by, checksum)
SELECT r.new, c.new, o.role, o.temperature, o.n_tokens, o.logprobs, o.sum_logprob, o.semantics, o.aligned_by, o.checksum
FROM other.score o
JOIN merge_rollout r ON r.old = o.rollout_id
JOIN merge_checkpoint c ON c.old = o.checkpoint_id
ORDER BY o.score_id;

-- Many evaluations of a rollout are many facts: one is known here when all that was recorded agrees; when it was recorded
-- matters for none that was read from the same bytes.
CREATE TEMP TABLE merge_evaluation (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_evaluation
SELECT o.evaluation_id, (SELECT coalesce(max(evaluation_id), 0) FROM main.evaluation) + row_number() OVER (ORDER BY o.evaluation_id)
FROM other.evaluation o
JOIN merge_rollout r ON r.old = o.rollout_id
LEFT JOIN merge_device d ON d.old = o.device_id
LEFT JOIN merge_blob l ON l.old = o.log_blob_id
LEFT JOIN other.import_source t ON t.import_source_id = o.import_source_id
WHERE NOT EXISTS (SELECT 1 FROM main.evaluation e
                  LEFT JOIN main.import_source s ON s.import_source_id = e.import_source_id
                  WHERE e.rollout_id = r.new AND e.device_id IS d.new AND e.outcome = o.outcome AND e.cheat_kind IS o.cheat_kind
                    AND e.message IS o.message AND e.log_blob_id IS l.new AND e.input_seed IS o.input_seed
                    AND e.total_ms IS o.total_ms AND e.compile_ms IS o.compile_ms AND e.max_abs_err IS o.max_abs_err
                    AND (e.created_at = o.created_at OR coalesce(s.format = t.format AND s.sha256 = t.sha256, 0)));
INSERT INTO main.evaluation (evaluation_id, rollout_id, device_id, log_blob_id, import_source_id, task_case, eval_mode, input_seed,
                             inputs, rule, purpose, created_at, checksum /*, result */)
SELECT e.new, r.new, d.new, l.new, i.new, o.task_case, o.eval_mode, o.input_seed, o.inputs, o.rule, o.purpose, o.created_at, o.checksum /*, o. result */
FROM other.evaluation o
JOIN merge_evaluation e ON e.old = o.evaluation_id
JOIN merge_rollout r ON r.old = o.rollout_id
LEFT JOIN merge_device d ON d.old = o.device_id
LEFT JOIN merge_blob l ON l.old = o.log_blob_id
LEFT JOIN merge_source i ON i.old = o.import_source_id
ORDER BY o.evaluation_id;
INSERT INTO main.measurement (evaluation_id, subject, baseline, method, n_samples, samples_us, runtime_us, statistic, min_us, max_us, std_us, checksum)
SELECT e.new, o.subject, o.baseline, o.method, o.n_samples, o.samples_us, o.runtime_us, o.statistic, o.min_us, o.max_us, o.std_us, o.checksum
FROM other.measurement o JOIN merge_evaluation e ON e.old = o.evaluation_id ORDER BY o.measurement_id;
INSERT INTO main.evidence (evaluation_id, position, kind, value, bound, unit, pass, detail, checksum)
SELECT e.new, o.position, o.kind, o.value, o.bound, o.unit, o.pass, o.detail, o.checksum
FROM other.evidence o JOIN merge_evaluation e ON e.old = o.evaluation_id ORDER BY e.new, o.position;
INSERT INTO main.profile_kernel (evaluation_id, position, name, device_us, counters, checksum)
SELECT e.new, o.position, o.name, o.device_us, o.counters, o.checksum
FROM other.profile_kernel o JOIN merge_evaluation e ON e.old = o.evaluation_id ORDER BY e.new, o.position;
INSERT INTO main.kernel_counters (evaluation_id, position, grid, block, registers, shared_bytes, local_bytes, time_ns, dram_read_bytes, dram_write_bytes, l2_bytes,
  l2_read_sectors, l2_write_sectors, occupancy_percent, issue_percent, tensor_float, tensor_moves, tensor_integer, fadd, fmul, ffma,
  dadd, dmul, dfma, hadd, hmul, hfma, checksum)
SELECT e.new, o.position, o.grid, o.block, o.registers, o.shared_bytes, o.local_bytes, o.time_ns, o.dram_read_bytes, o.dram_write_bytes,
  o.l2_bytes, o.l2_read_sectors, o.l2_write_sectors, o.occupancy_percent, o.issue_percent, o.tensor_float, o.tensor_moves,
  o.tensor_integer, o.fadd, o.fmul, o.ffma, o.dadd, o.dmul, o.dfma, o.hadd, o.hmul, o.hfma, o.checksum
FROM other.kernel_counters o JOIN merge_evaluation e ON e.old = o.evaluation_id ORDER BY e.new, o.position;
INSERT INTO main.profile (evaluation_id, why_not_counted, span_us, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s, checksum)
SELECT e.new, o.why_not_counted, o.span_us, o.task_bytes, o.task_flops, o.copy_bytes_per_s, o.peak_flop_per_s, o.checksum
FROM other.profile o JOIN merge_evaluation e ON e.old = o.evaluation_id ORDER BY e.new;
INSERT INTO main.measurement_clock (measurement_id, n_throttled, clocks_mhz, checksum)
SELECT n.measurement_id, c.n_throttled, c.clocks_mhz, c.checksum
FROM other.measurement_clock c
JOIN other.measurement o ON o.measurement_id = c.measurement_id
JOIN merge_evaluation e ON e.old = o.evaluation_id
JOIN main.measurement n ON n.evaluation_id = e.new AND n.subject = o.subject
ORDER BY n.measurement_id;

INSERT OR IGNORE INTO main.feedback (rollout_id, evaluation_id, template_sha256, blob_id, checksum)
SELECT r.new, coalesce(e.new, (SELECT x.evaluation_id FROM main.evaluation x JOIN other.evaluation y ON y.evaluation_id = o.evaluation_id
                               WHERE x.rollout_id = r.new AND x.outcome = y.outcome AND x.created_at = y.created_at LIMIT 1)),
       o.template_sha256, b.new, o.checksum
FROM other.feedback o
JOIN merge_rollout r ON r.old = o.rollout_id
LEFT JOIN merge_evaluation e ON e.old = o.evaluation_id
JOIN merge_blob b ON b.old = o.blob_id
ORDER BY o.rollout_id;
INSERT OR IGNORE INTO main.conversation_turn (rollout_id, parent_id, shown, n_dropped, checksum)
SELECT r.new, p.new, o.shown, o.n_dropped, o.checksum
FROM other.conversation_turn o
JOIN merge_rollout r ON r.old = o.rollout_id
JOIN merge_rollout p ON p.old = o.parent_id
ORDER BY o.rollout_id;
INSERT OR IGNORE INTO main.conversation_end (run_id, step, task_id, sample, turn, reason, checksum)
SELECT r.new, o.step, t.new, o.sample, o.turn, o.reason, o.checksum
FROM other.conversation_end o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
ORDER BY r.new, o.step, t.new, o.sample;

INSERT OR IGNORE INTO main.reward (rollout_id, recipe, value, advantage, median, checksum)
SELECT r.new, o.recipe, o.value, o.advantage, o.median, o.checksum FROM other.reward o JOIN merge_rollout r ON r.old = o.rollout_id ORDER BY r.new, o.recipe;

INSERT OR IGNORE INTO main.judge (rollout_id, model_id, correctness, compilability, speed, answer_blob_id, judge_setup_id, malformed, problem,
                                  repairs, reason, tries, prompt_blob_id, prompt_tokens, completion_tokens, created_at, checksum)
SELECT r.new, m.new, o.correctness, o.compilability, o.speed, b.new, s.new, o.malformed, o.problem,
       o.repairs, o.reason, o.tries, p.new, o.prompt_tokens, o.completion_tokens, o.created_at, o.checksum
FROM other.judge o
JOIN merge_rollout r ON r.old = o.rollout_id
JOIN merge_model m ON m.old = o.model_id
LEFT JOIN merge_setup s ON s.old = o.judge_setup_id
LEFT JOIN merge_blob b ON b.old = o.answer_blob_id
LEFT JOIN merge_blob p ON p.old = o.prompt_blob_id
WHERE NOT EXISTS (SELECT 1 FROM main.judge j
                  WHERE j.rollout_id = r.new AND j.model_id = m.new AND j.correctness IS o.correctness
                    AND j.compilability IS o.compilability AND j.speed IS o.speed AND j.answer_blob_id IS b.new)
ORDER BY o.judge_id;

INSERT OR IGNORE INTO main.judge_attempt (judge_setup_id, rollout_id, attempt, request_sha256, sent_at, ended_at, end_kind, status, detail,
                                          request_id, first_byte_ms, total_ms, problem, response, checksum)
SELECT s.new, r.new, o.attempt, o.request_sha256, o.sent_at, o.ended_at, o.end_kind, o.status, o.detail,
       o.request_id, o.first_byte_ms, o.total_ms, o.problem, o.response, o.checksum
FROM other.judge_attempt o
JOIN merge_setup s ON s.old = o.judge_setup_id
JOIN merge_rollout r ON r.old = o.rollout_id
ORDER BY o.judge_attempt_id;

INSERT OR IGNORE INTO main.attempt (run_id, step, task_id, turn, sample, attempt, request_sha256, sent_at, ended_at, end_kind, status,
                                    detail, request_id, first_byte_ms, total_ms, rollout_id, response, checksum)
SELECT r.new, o.step, t.new, o.turn, o.sample, o.attempt, o.request_sha256, o.sent_at, o.ended_at, o.end_kind, o.status,
       o.detail, o.request_id, o.first_byte_ms, o.total_ms, x.new, o.response, o.checksum
FROM other.attempt o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
LEFT JOIN merge_rollout x ON x.old = o.rollout_id
ORDER BY o.attempt_id;
CREATE TEMP TABLE merge_attempt (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_attempt
SELECT o.attempt_id, n.attempt_id
FROM other.attempt o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
JOIN main.attempt n ON n.run_id = r.new AND n.step = o.step AND n.task_id = t.new AND n.turn = o.turn AND n.sample = o.sample
                   AND n.attempt = o.attempt;
INSERT OR IGNORE INTO main.exchange (exchange_id, attempt_id, evaluation_id, api, path, streamed, n_rollouts, request, tags, checksum)
SELECT o.exchange_id, a.new, e.new, o.api, o.path, o.streamed, o.n_rollouts, o.request, o.tags, o.checksum
FROM other.exchange o
LEFT JOIN merge_attempt a ON a.old = o.attempt_id
LEFT JOIN merge_evaluation e ON e.old = o.evaluation_id
WHERE a.new IS NOT NULL OR e.new IS NOT NULL
ORDER BY o.exchange_id;
INSERT OR IGNORE INTO main.agent_call (call_id, run_id, tool, arguments, failed, answer, evaluation_id, began_at, took_ms, checksum)
SELECT o.call_id, m.new, o.tool, o.arguments, o.failed, o.answer, e.new, o.began_at, o.took_ms, o.checksum
FROM other.agent_call o
JOIN merge_run m ON m.old = o.run_id
LEFT JOIN merge_evaluation e ON e.old = o.evaluation_id
ORDER BY o.call_id;

INSERT OR IGNORE INTO main.sample_mask (rollout_id, filter, value, bound, checksum)
SELECT r.new, o.filter, o.value, o.bound, o.checksum FROM other.sample_mask o JOIN merge_rollout r ON r.old = o.rollout_id ORDER BY r.new, o.filter;

INSERT OR IGNORE INTO main.demonstration (run_id, rollout_id, part, position, reason, checksum)
SELECT m.new, r.new, o.part, o.position, o.reason, o.checksum
FROM other.demonstration o JOIN merge_run m ON m.old = o.run_id JOIN merge_rollout r ON r.old = o.rollout_id ORDER BY m.new, r.new;

INSERT OR IGNORE INTO main.prompt_tokens (sha256, tokenizer, n_tokens, token_ids, checksum)
SELECT sha256, tokenizer, n_tokens, token_ids, checksum FROM other.prompt_tokens ORDER BY prompt_tokens_id;

INSERT INTO main.trainer_request (run_id, operation, content_sha256, n_sequences, n_tokens, sent_at, request_id, ended_at, failure, checksum)
SELECT r.new, o.operation, o.content_sha256, o.n_sequences, o.n_tokens, o.sent_at, o.request_id, o.ended_at, o.failure, o.checksum
FROM other.trainer_request o
JOIN merge_run r ON r.old = o.run_id
WHERE NOT EXISTS (SELECT 1 FROM main.trainer_request t
                  WHERE t.run_id = r.new AND t.operation = o.operation AND t.content_sha256 = o.content_sha256 AND t.sent_at = o.sent_at
                    AND t.request_id IS o.request_id)
ORDER BY o.trainer_request_id;

-- Sessions are known by what their transcripts call them, their steps likewise; a name that another session has here is told
-- apart by that.
INSERT OR IGNORE INTO main.session (name, kind, uid, agent, version, model, task, reward, cost_usd, unknown_lines, unknown, run_id, import_source_id, checksum)
SELECT CASE WHEN EXISTS (SELECT 1 FROM main.session n WHERE n.name = o.name) THEN o.name || '-' || o.uid ELSE o.name END,
       o.kind, o.uid, o.agent, o.version, o.model, o.task, o.reward, o.cost_usd, o.unknown_lines, o.unknown, r.new, i.new,
       CASE WHEN EXISTS (SELECT 1 FROM main.session n WHERE n.name = o.name) THEN NULL ELSE o.checksum END
FROM other.session o
JOIN merge_source i ON i.old = o.import_source_id
LEFT JOIN merge_run r ON r.old = o.run_id
WHERE NOT EXISTS (SELECT 1 FROM main.session n WHERE n.kind = o.kind AND n.uid = o.uid)
ORDER BY o.session_id;
CREATE TEMP TABLE merge_session (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_session
SELECT o.session_id, n.session_id FROM other.session o JOIN main.session n ON n.kind = o.kind AND n.uid = o.uid;

CREATE TEMP TABLE merge_session_step (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_session_step
SELECT o.session_step_id, (SELECT coalesce(max(session_step_id), 0) FROM main.session_step) + row_number() OVER (ORDER BY o.session_step_id)
FROM other.session_step o
JOIN merge_session m ON m.old = o.session_id
WHERE NOT EXISTS (SELECT 1 FROM main.session_step t WHERE t.session_id = m.new AND t.uid = o.uid);
INSERT INTO main.session_step (session_step_id, session_id, uid, line, at, role, sub_agent, model, text_blob_id, input_tokens, cache_read_tokens,
                               cache_write_tokens, output_tokens, reasoning_tokens, cost_usd, copied, checksum)
SELECT p.new, m.new, o.uid, o.line, o.at, o.role, o.sub_agent, o.model, b.new, o.input_tokens, o.cache_read_tokens,
       o.cache_write_tokens, o.output_tokens, o.reasoning_tokens, o.cost_usd, o.copied, o.checksum
FROM other.session_step o
JOIN merge_session_step p ON p.old = o.session_step_id
JOIN merge_session m ON m.old = o.session_id
LEFT JOIN merge_blob b ON b.old = o.text_blob_id
ORDER BY p.new;

CREATE TEMP TABLE merge_session_call (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_session_call
SELECT o.session_call_id, (SELECT coalesce(max(session_call_id), 0) FROM main.session_call) + row_number() OVER (ORDER BY o.session_call_id)
FROM other.session_call o JOIN merge_session_step p ON p.old = o.session_step_id;
INSERT INTO main.session_call (session_call_id, session_step_id, number, uid, tool, arguments_blob_id, result_blob_id, failed, checksum)
SELECT c.new, p.new, o.number, o.uid, o.tool, a.new, r.new, o.failed, o.checksum
FROM other.session_call o
JOIN merge_session_call c ON c.old = o.session_call_id
JOIN merge_session_step p ON p.old = o.session_step_id
LEFT JOIN merge_blob a ON a.old = o.arguments_blob_id
LEFT JOIN merge_blob r ON r.old = o.result_blob_id
ORDER BY c.new;

INSERT INTO main.session_code (session_call_id, number, path, how, code_blob_id, checksum)
SELECT c.new, o.number, o.path, o.how, b.new, o.checksum
FROM other.session_code o
JOIN merge_session_call c ON c.old = o.session_call_id
JOIN merge_blob b ON b.old = o.code_blob_id
ORDER BY c.new, o.number;

-- Corrections name their row by key.
CREATE TEMP VIEW merge_amendment AS
SELECT a.amendment_id, a.table_name,
       CAST(CASE
       WHEN a.table_name IN ('run', 'declared_run', 'ledger', 'guard') THEN (SELECT new FROM merge_run WHERE old = a.number) || a.rest
       WHEN a.table_name IN ('rollout', 'rollout_tokens', 'feedback', 'conversation_turn', 'reward', 'sample_mask')
         THEN (SELECT new FROM merge_rollout WHERE old = a.number) || a.rest
       WHEN a.table_name IN ('evaluation', 'evidence', 'profile', 'profile_kernel', 'kernel_counters')
         THEN (SELECT new FROM merge_evaluation WHERE old = a.number) || a.rest
       WHEN a.table_name = 'model' THEN (SELECT new FROM merge_model WHERE old = a.number)
       WHEN a.table_name = 'checkpoint' THEN (SELECT new FROM merge_checkpoint WHERE old = a.number)
       WHEN a.table_name = 'task' THEN (SELECT new FROM merge_task WHERE old = a.number)
       WHEN a.table_name = 'split' THEN (SELECT new FROM merge_split WHERE old = a.number)
       WHEN a.table_name = 'device' THEN (SELECT new FROM merge_device WHERE old = a.number)
       WHEN a.table_name = 'import_source' THEN (SELECT new FROM merge_source WHERE old = a.number)
       WHEN a.table_name = 'judge_setup' THEN (SELECT new FROM merge_setup WHERE old = a.number)
       WHEN a.table_name = 'attempt' THEN (SELECT new FROM merge_attempt WHERE old = a.number)
       WHEN a.table_name = 'exchange' THEN (SELECT exchange_id FROM main.exchange WHERE exchange_id = a.row_key)
       WHEN a.table_name = 'agent_call' THEN (SELECT call_id FROM main.agent_call WHERE call_id = a.row_key)
       WHEN a.table_name IN ('measurement', 'measurement_clock')
         THEN (SELECT n.measurement_id FROM other.measurement m JOIN merge_evaluation e ON e.old = m.evaluation_id
               JOIN main.measurement n ON n.evaluation_id = e.new AND n.subject = m.subject WHERE m.measurement_id = a.number)
       WHEN a.table_name = 'step'
         THEN (SELECT n.step_id FROM other.step o JOIN merge_run r ON r.old = o.run_id
               JOIN main.step n ON n.run_id = r.new AND n.step = o.step WHERE o.step_id = a.number)
       WHEN a.table_name = 'score'
         THEN (SELECT n.score_id FROM other.score o JOIN merge_rollout r ON r.old = o.rollout_id JOIN merge_checkpoint c ON c.old = o.checkpoint_id
               JOIN main.score n ON n.rollout_id = r.new AND n.checkpoint_id = c.new AND n.role = o.role AND n.temperature = o.temperature
               WHERE o.score_id = a.number)
       WHEN a.table_name = 'baseline'
         THEN (SELECT n.baseline_id FROM other.baseline o JOIN merge_task t ON t.old = o.task_id
               JOIN main.baseline n ON n.name = o.name AND n.hardware = o.hardware AND n.task_id = t.new WHERE o.baseline_id = a.number)
       WHEN a.table_name = 'judge'
         THEN (SELECT n.judge_id FROM other.judge o JOIN merge_rollout r ON r.old = o.rollout_id LEFT JOIN merge_setup s ON s.old = o.judge_setup_id
               JOIN main.judge n ON n.rollout_id = r.new AND n.judge_setup_id IS s.new AND n.created_at IS o.created_at WHERE o.judge_id = a.number)
       WHEN a.table_name = 'judge_attempt'
         THEN (SELECT n.judge_attempt_id FROM other.judge_attempt o JOIN merge_rollout r ON r.old = o.rollout_id
               JOIN merge_setup s ON s.old = o.judge_setup_id
               JOIN main.judge_attempt n ON n.rollout_id = r.new AND n.judge_setup_id = s.new AND n.attempt = o.attempt
               WHERE o.judge_attempt_id = a.number)
       WHEN a.table_name = 'declaration'
         THEN (SELECT n.declaration_id FROM other.declaration o
               JOIN main.declaration n ON n.name = o.name AND n.version = o.version AND n.sha256 = o.sha256 WHERE o.declaration_id = a.number)
       WHEN a.table_name = 'look'
         THEN (SELECT n.look_id FROM other.look o JOIN other.declaration d ON d.declaration_id = o.declaration_id
               JOIN main.declaration m ON m.name = d.name AND m.version = d.version AND m.sha256 = d.sha256
               JOIN main.look n ON n.declaration_id = m.declaration_id AND n.number = o.number WHERE o.look_id = a.number)
       WHEN a.table_name = 'prompt_tokens'
         THEN (SELECT n.prompt_tokens_id FROM other.prompt_tokens o JOIN main.prompt_tokens n ON n.sha256 = o.sha256 AND n.tokenizer = o.tokenizer
               WHERE o.prompt_tokens_id = a.number)
       WHEN a.table_name = 'trainer_request'
         THEN (SELECT n.trainer_request_id FROM other.trainer_request o JOIN merge_run r ON r.old = o.run_id
               JOIN main.trainer_request n ON n.run_id = r.new AND n.operation = o.operation AND n.content_sha256 = o.content_sha256
                AND n.sent_at = o.sent_at AND n.request_id IS o.request_id WHERE o.trainer_request_id = a.number)
       WHEN a.table_name = 'run_task'
         THEN (SELECT r.new || '/' || t.new FROM merge_run r JOIN merge_task t WHERE r.old || '/' || t.old = a.row_key)
       WHEN a.table_name = 'demonstration'
         THEN (SELECT r.new || '/' || m.new FROM merge_run r JOIN merge_rollout m ON m.old = CAST(substr(a.rest, 2) AS INTEGER) WHERE r.old = a.number)
       WHEN a.table_name = 'conversation_end'
         THEN (SELECT r.new || '/' || o.step || '/' || t.new || '/' || o.sample
               FROM other.conversation_end o JOIN merge_run r ON r.old = o.run_id JOIN merge_task t ON t.old = o.task_id
               WHERE o.run_id = a.number AND o.run_id || '/' || o.step || '/' || o.task_id || '/' || o.sample = a.row_key)
       END AS TEXT) AS row_key,
       a.field, a.old_value, a.new_value, a.who, a.why, a.at
FROM (SELECT *, CAST(row_key AS INTEGER) AS number, CASE instr(row_key, '/') WHEN 0 THEN '' ELSE substr(row_key, instr(row_key, '/')) END AS rest
      FROM other.amendment) a;
INSERT INTO main.amendment (table_name, row_key, field, old_value, new_value, who, why, at)
SELECT o.table_name, o.row_key, o.field, o.old_value, o.new_value, o.who, o.why, o.at
FROM merge_amendment o
WHERE o.row_key IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM main.amendment a WHERE a.table_name = o.table_name AND a.row_key = o.row_key AND a.field = o.field
                  AND a.old_value IS o.old_value AND a.new_value IS o.new_value AND a.at = o.at)
ORDER BY o.amendment_id;
DROP VIEW merge_amendment;
