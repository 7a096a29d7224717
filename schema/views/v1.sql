-- The public API: stable names, readable by any SQLite client without extensions.
-- docs/schema.md is made from these comments: what a row is, columns that no table has, an example.

-- Columns that mean the same in every view:
--   run_id: key of the run
--   run: name of the run, by which commands refer to it
--   strategy: best-of-n, ttt, ..., imported
--   task_id: key of the task
--   task: short name of the task, 'l1/4' for problem 4 of level 1
--   level: level within the suite
--   problem_id: number within the level, from 1
--   family: matvec, ...; NULL when unknown
--   step: step of the run; 0 is the unadapted policy
--   turn: turn of a conversation; 0 is the first
--   sample: index within (run, step, task, turn)
--   rollout_id: key of the rollout
--   evaluation_id: key of the evaluation
--   outcome: verdict of the evaluation; NULL while there is none
--   cheat_kind: check that refused it
--   compiled: 1 when the compiler accepted it
--   correct: 1 when every trial passed and no check refused it
--   message: one line: why
--   compile_log: what the compiler said; NULL when nothing
--   runtime_us: microseconds of the candidate; NULL when it was not timed
--   baseline: name of the baseline measured beside it
--   baseline_runtime_us: its microseconds; NULL without one
--   speedup: baseline_runtime_us / runtime_us; NULL where v_speedup has none
--   speedup_lower: lower end of its interval; NULL without one
--   speedup_upper: upper end of its interval
--   within_noise: 1 when that interval holds 1; NULL without one
--   prompt_tokens: tokens read
--   completion_tokens: tokens written
--   sum_logprob: sum over the tokens
--   mean_logprob: sum / tokens
--   logprob_temperature: temperature that the log-probs refer to
--   n_samples: timed samples; NULL when a file gives none
--   samples_us: n_samples little-endian float64; NULL when only a summary is known
--   model: name of the model
--   device: processor or GPU
--   backend: cpu, cuda or imported; NULL when no device is known

-- One row a run.
--   import_format: importer that the run was read by; NULL for our own
--   import_path: file it was read from, as given
-- Example:
--   SELECT run, strategy, model, k, n_steps, device, split FROM v_run ORDER BY run_id
CREATE VIEW v_run AS
SELECT r.run_id, r.name AS run, r.strategy, r.status, m.name AS model, m.revision AS model_revision,
       r.seed, r.temperature, r.k, r.n_steps, r.task_case, r.eval_mode, r.baseline,
       s.name AS split, s.split_hash, d.backend, d.name AS device, d.compiler, d.flags, d.cores,
       r.code_version, r.config, r.argv, r.libraries, i.format AS import_format, i.path AS import_path,
       r.started_at, r.finished_at
FROM run r
LEFT JOIN model m ON m.model_id = r.model_id
LEFT JOIN split s ON s.split_id = r.split_id
LEFT JOIN device d ON d.device_id = r.device_id
LEFT JOIN import_source i ON i.import_source_id = r.import_source_id;

-- One row a task.
--   kind: of its candidates, torch; NULL for kernel files and tasks known by number only
--   module: text of the problem's module; NULL for other kinds
-- Example:
--   SELECT task, name, family FROM v_task WHERE suite = 'kernelbench' ORDER BY level, problem_id
CREATE VIEW v_task AS
SELECT task_id, label AS task, suite, level, problem_id, name, family, sha256,
       kind, origin, flops, bytes, work_unknown, (SELECT b.text FROM blob b WHERE b.blob_id = module_blob_id) AS module
FROM task;

-- One row an evaluation that has a speedup: a correct one whose candidate and baseline were timed.  Times and
-- ratios that are not above 0 or not finite are none.
--   why_no_interval: why there is none; NULL when there is
-- Example:
--   SELECT count(*) AS n, avg(speedup > 1) AS fast, avg(speedup_lower > 1) AS surely_fast, avg(within_noise) AS within_noise FROM v_speedup
CREATE VIEW v_speedup AS
SELECT e.evaluation_id, e.rollout_id, c.runtime_us, b.runtime_us AS baseline_runtime_us, b.baseline,
       b.runtime_us / c.runtime_us AS speedup, e.speedup_lower, e.speedup_upper,
       e.speedup_lower <= 1 AND e.speedup_upper >= 1 AS within_noise,
       e.interval_level, e.interval_kind, e.interval_processes, e.same_as_baseline, e.purpose,
       CASE WHEN e.speedup_lower IS NOT NULL THEN NULL
            WHEN e.import_source_id IS NOT NULL AND c.samples_us IS NULL THEN 'imported without samples'
            WHEN e.import_source_id IS NOT NULL THEN 'imported: the processes of the samples are not known'
            ELSE 'not timed in two processes of candidate and baseline' END AS why_no_interval
FROM evaluation e
JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
WHERE e.correct = 1 AND b.runtime_us > 0 AND c.runtime_us > 0 AND b.runtime_us / c.runtime_us > 0
  AND b.runtime_us / c.runtime_us < 9e999;

-- One row an evaluation.
--   launch_count: kernels that one run of the candidate launches; NULL when it is not known
--   own_share: part of the device's time in the candidate's own kernels; NULL when not recorded, or stored before schema 27
--   why_no_speedup: why the times of a right candidate do not count; NULL when they do, it is not right, or it was stored before schema 29
--   precision_class: fp32, tf32 or half, the least precise class that a right candidate's outputs need; NULL when none was looked at
--   correct_trials, timed_runs: asked for instead of those of eval_mode; NULL when they are the mode's
--   verdict_sha256: one hash for the same code, task, evaluator, rule and outcome, whichever door was asked; NULL for imports, and when stored before schema 30
--   kind: of the candidate, kernel_file, library or torch; NULL when an import does not say
--   grade: what the numbers rest on: kernel_file (no host code ran), python (the candidate's own Python ran), library
--   primary_evaluation: 1 for the one that counts for its rollout: the latest that is not 'infra', else the latest; 'confirm' last
-- Example:
--   SELECT outcome, count(*) AS n, avg(compile_ms) AS compile_ms FROM v_evaluation GROUP BY outcome ORDER BY n DESC
CREATE VIEW v_evaluation AS
SELECT e.evaluation_id, e.rollout_id, r.run_id, run.name AS run, t.label AS task,
       r.step, r.turn, r.sample, e.outcome, e.cheat_kind, e.compiled, e.correct, e.message,
       c.runtime_us, b.runtime_us AS baseline_runtime_us, b.baseline,
       (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) AS speedup,
       e.speedup_lower, e.speedup_upper, e.speedup_lower <= 1 AND e.speedup_upper >= 1 AS within_noise,
       e.interval_level, e.interval_kind, e.interval_processes, e.same_as_baseline, e.purpose,
       c.n_samples, e.launch_count, e.own_share, e.why_no_speedup, e.precision_class, e.trials_run, e.trials_passed, e.max_abs_err, e.max_rel_err, e.matched_share, e.worst_index,
       e.signal, e.fault_address, e.fault_place, e.task_case, e.eval_mode, e.correct_trials, e.timed_runs, e.input_seed, e.discarded_samples,
       e.compile_ms, e.compile_cached, e.total_ms, e.artifact_sha256, e.verdict_sha256,
       coalesce(e.kind, CASE WHEN e.import_source_id IS NULL THEN 'kernel_file' END) AS kind,
       CASE e.kind WHEN 'torch' THEN 'python' ELSE coalesce(e.kind, CASE WHEN e.import_source_id IS NULL THEN 'kernel_file' END) END AS grade,
       e.inputs, e.rule, l.text AS compile_log, d.backend, d.name AS device,
       e.evaluation_id = (SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = e.rollout_id
                          ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1) AS primary_evaluation,
       e.created_at
FROM evaluation e
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
LEFT JOIN blob l ON l.blob_id = e.log_blob_id
LEFT JOIN device d ON d.device_id = e.device_id;

-- One row a rollout with its primary evaluation.
--   run_status: status of the run; a killed run stays 'running'
--   confirmed_speedup: of the latest 'rollbook confirm' that noise did not leave open, 0 when it was not right there; NULL when not confirmed
--   mean_surprisal: -mean_logprob, nats a token
--   code_sha256: identity of the assembled code
--   prompt: text of the prompt
--   completion: text as the model emitted it
--   action: code that was extracted from it
--   code: assembled kernel file
-- Example:
--   SELECT run, task, count(*) AS n, avg(correct) AS correct, max(speedup) AS best
--   FROM v_rollout GROUP BY run, task ORDER BY run, task
CREATE VIEW v_rollout AS
SELECT r.rollout_id, r.run_id, run.name AS run, run.strategy, run.seed, run.status AS run_status,
       r.task_id, t.label AS task, t.level, t.problem_id, t.name AS task_name, t.family,
       r.step, r.turn, r.sample, e.evaluation_id, e.outcome, e.cheat_kind,
       e.compiled, e.correct, e.precision_class, c.runtime_us, b.runtime_us AS baseline_runtime_us, b.baseline,
       (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) AS speedup,
       e.speedup_lower, e.speedup_upper, e.speedup_lower <= 1 AND e.speedup_upper >= 1 AS within_noise,
       (SELECT coalesce((SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = x.evaluation_id), 0.0) FROM evaluation x
        WHERE x.rollout_id = r.rollout_id AND x.purpose = 'confirm' AND x.outcome <> 'infra' AND x.why_no_speedup IS NULL
        ORDER BY x.evaluation_id DESC LIMIT 1) AS confirmed_speedup,
       r.prompt_tokens, r.completion_tokens, r.sum_logprob, r.mean_logprob,
       -r.mean_logprob AS mean_surprisal, r.logprob_temperature, r.finish_reason, e.message,
       code.sha256 AS code_sha256, p.text AS prompt, comp.text AS completion, act.text AS action, code.text AS code,
       l.text AS compile_log, r.extra
FROM rollout r
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
LEFT JOIN evaluation e ON e.evaluation_id = (
    SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
    ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
LEFT JOIN measurement c ON c.evaluation_id = e.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND b.subject = 'baseline'
LEFT JOIN blob p ON p.blob_id = r.prompt_blob_id
LEFT JOIN blob comp ON comp.blob_id = r.completion_blob_id
LEFT JOIN blob act ON act.blob_id = r.action_blob_id
LEFT JOIN blob code ON code.blob_id = r.code_blob_id
LEFT JOIN blob l ON l.blob_id = e.log_blob_id;

-- One row a measurement: candidates, their baselines, and stored baselines.  A stored baseline
-- belongs to no run: its run and rollout are NULL and device is the hardware that its file names.
--   runtime_us: what is scored, of the candidate or the baseline
--   baseline: name of the baseline when subject is 'baseline'
-- Example:
--   SELECT task, baseline, runtime_us, std_us / runtime_us AS relative_spread, n_samples
--   FROM v_timing WHERE subject = 'baseline' ORDER BY relative_spread DESC LIMIT 10
CREATE VIEW v_timing AS
SELECT m.measurement_id, m.evaluation_id, r.rollout_id, run.name AS run,
       t.label AS task, r.step, r.turn, r.sample, m.subject, m.baseline, m.method,
       m.n_samples, m.runtime_us, m.statistic, m.min_us, m.max_us, m.std_us, m.samples_us, d.name AS device
FROM measurement m
JOIN evaluation e ON e.evaluation_id = m.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
LEFT JOIN device d ON d.device_id = e.device_id
UNION ALL
SELECT NULL, NULL, NULL, NULL, t.label, NULL, NULL, NULL, 'baseline', b.name,
       'imported', b.n_samples, b.runtime_us, b.statistic, b.min_us, b.max_us, b.std_us, NULL, b.hardware
FROM baseline b
JOIN task t ON t.task_id = b.task_id;

-- One row a reward.
-- Example:
--   SELECT run, step, recipe, avg(value) AS mean_reward, count(advantage) AS n_used
--   FROM v_reward GROUP BY run, step, recipe ORDER BY run, step
CREATE VIEW v_reward AS
SELECT w.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       w.recipe, w.value, w.advantage, w.median
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id;

-- One row a cell whose derived facts do not count, because a row behind them changed.  v_cell and the analyses then read
-- the rollouts.  'rollbook verify --repair' brings the facts forward.
-- Example:
--   SELECT count(*) AS cells_behind FROM v_stale
CREATE VIEW v_stale AS
SELECT fact_cell.run_id, fact_cell.task_id, fact_cell.step FROM fact_cell WHERE packed IS NOT epoch;

-- One row a (run, task, step) with rollouts, counted.  A rollout is scored when it has an evaluation that is
-- not 'infra'.
-- Example:
--   SELECT run, task, sum(n) AS n, sum(n_correct) AS correct, 1.0 * sum(n_fast_1) / sum(n) AS fast_1
--   FROM v_cell GROUP BY run_id, task_id ORDER BY run_id, level, problem_id
CREATE VIEW v_cell AS
SELECT fact_cell.run_id, run.name AS run, run.strategy, fact_cell.task_id,
       t.label AS task, t.level, t.problem_id, fact_cell.step, fact_cell.n_rollouts,
       fact_cell.n_unscored, fact_cell.n, fact_cell.n_compiled, fact_cell.n_correct, fact_cell.n_timed, fact_cell.n_fast_1,
       fact_cell.best_speedup
FROM (SELECT run_id, task_id, step, n_rollouts, n_unscored, n, n_compiled, n_correct, n_timed, n_fast_1, best_speedup
      FROM fact_cell
      WHERE packed = epoch
      UNION ALL
      SELECT run_id, task_id, step, sum(n_rollouts), sum(n_unscored), count(turn),
             sum(compiled), sum(correct), count(speedup), sum(coalesce(speedup > 1, 0)), max(speedup)
      FROM (SELECT s.run_id, s.task_id, s.step, count(*) AS n_rollouts,
                   sum(e.outcome IS NULL OR e.outcome = 'infra') AS n_unscored,
                   max(CASE WHEN e.outcome <> 'infra' THEN r.turn END) AS turn,
                   coalesce(e.outcome <> 'infra' AND e.compiled, 0) AS compiled,
                   coalesce(e.outcome <> 'infra' AND e.correct, 0) AS correct,
                   CASE WHEN e.outcome <> 'infra' THEN (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) END AS speedup
            FROM v_stale s
            CROSS JOIN rollout r ON r.run_id = s.run_id AND r.step = s.step AND r.task_id = s.task_id
            LEFT JOIN evaluation e ON e.evaluation_id = (
                SELECT x.evaluation_id FROM evaluation x WHERE x.rollout_id = r.rollout_id
                ORDER BY x.purpose IS NOT NULL, x.outcome = 'infra', x.evaluation_id DESC LIMIT 1)
            GROUP BY s.run_id, s.task_id, s.step, r.sample)
      GROUP BY run_id, task_id, step) fact_cell
JOIN run ON run.run_id = fact_cell.run_id
JOIN task t ON t.task_id = fact_cell.task_id;

-- One row a request to a server that served a policy, with what became of it.
--   unseen: 1 when nobody saw its end and the sample is missing or was asked for again: it may have been billed
--   response_bytes: bytes of the answer that are kept
-- Example:
--   SELECT run, end_kind, status, count(*) AS n, sum(unseen) AS unseen FROM v_attempt GROUP BY run, end_kind, status ORDER BY run, n DESC
CREATE VIEW v_attempt AS
SELECT a.attempt_id, run.name AS run, t.label AS task, a.step, a.turn, a.sample, a.attempt,
       a.sent_at, a.ended_at, a.end_kind, a.status, a.detail, a.request_id, a.first_byte_ms, a.total_ms, a.rollout_id,
       a.ended_at IS NULL AS unseen, length(a.response) AS response_bytes
FROM attempt a
JOIN run ON run.run_id = a.run_id
JOIN task t ON t.task_id = a.task_id;

-- One row a rollout and a checkpoint under which its tokens were scored again.
--   model: whose checkpoint it is; a served model has one for each state of its server
--   checkpoint_sha256: of the checkpoint's state
-- Example:
--   SELECT run, model, semantics, count(*) AS n, avg(mean_logprob) AS mean_logprob FROM v_score GROUP BY run, model, semantics ORDER BY run, model
CREATE VIEW v_score AS
SELECT s.score_id, s.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       m.name AS model, c.sha256 AS checkpoint_sha256, s.role, s.temperature, s.semantics, s.aligned_by,
       s.n_tokens, s.sum_logprob, s.sum_logprob / s.n_tokens AS mean_logprob
FROM score s
JOIN rollout r ON r.rollout_id = s.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
JOIN model m ON m.model_id = c.model_id;

-- One row a judgement of a rollout by a language model, beside what the evaluator found.
--   judge: name of the model that judged
--   template: name of the question's template
--   mean_score: mean of the three scores; NULL when one is missing
--   outcome: the evaluator's verdict; NULL when it was not evaluated
-- Example:
--   SELECT run, judge, count(*) AS n, sum(malformed) AS malformed, avg(correctness) AS stated, avg(correct) AS found FROM v_judge GROUP BY run, judge ORDER BY run, judge
CREATE VIEW v_judge AS
SELECT j.judge_id, j.rollout_id, v.run, v.task, v.step, v.turn, v.sample, m.name AS judge, s.template, s.sha256 AS setup_sha256,
       j.correctness, j.compilability, j.speed, (j.correctness + j.compilability + j.speed) / 3 AS mean_score,
       j.malformed, j.problem, j.repairs, j.reason, j.tries, v.outcome, v.compiled, v.correct, v.speedup
FROM judge j
JOIN v_rollout v ON v.rollout_id = j.rollout_id
JOIN model m ON m.model_id = j.model_id
LEFT JOIN judge_setup s ON s.judge_setup_id = j.judge_setup_id;

-- One row a turn of a conversation that we held, the first one included.
--   sample: index of the conversation within (run, step, task)
--   parent_id: rollout whose feedback it answers; NULL at turn 0
--   shown: JSON array: turns whose answers and feedback it was shown; NULL at turn 0
--   n_dropped: turns before them left out because the context was exceeded; NULL at turn 0
--   feedback: what later turns are told about it; NULL when no turn followed
--   feedback_sha256: version of that text: template, wording and budget
--   end_reason: why no turn follows, when that was not planned: context or tokens
-- Example:
--   SELECT run, turn, count(*) AS n, avg(correct) AS correct, max(speedup) AS best FROM v_turn GROUP BY run, turn ORDER BY run, turn
CREATE VIEW v_turn AS
SELECT v.rollout_id, v.run, v.task, v.step, v.sample, v.turn, c.parent_id, c.shown, c.n_dropped, v.outcome, v.correct, v.speedup,
       v.prompt_tokens, v.completion_tokens, b.text AS feedback, f.template_sha256 AS feedback_sha256, x.reason AS end_reason
FROM v_rollout v
LEFT JOIN conversation_turn c ON c.rollout_id = v.rollout_id
LEFT JOIN feedback f ON f.rollout_id = v.rollout_id
LEFT JOIN blob b ON b.blob_id = f.blob_id
LEFT JOIN conversation_end x ON x.run_id = v.run_id AND x.step = v.step AND x.task_id = v.task_id AND x.sample = v.sample
                            AND x.turn = v.turn + 1
WHERE v.strategy = 'refine' OR c.rollout_id IS NOT NULL;

-- One row a kernel launch that a profiler saw.  What was not counted is NULL.
--   share: its part of the time of all launches of the evaluation, 0 to 1
--   occupancy: warps in flight, of what the multiprocessors can hold, 0 to 1
--   issue: instruction slots used, 0 to 1
--   executed_flops: additions and multiplications executed, fused ones as two, without matrix units
--   matrix_instructions: warp instructions of the matrix units, loads of constants left out
-- Example:
--   SELECT task, name, round(device_us, 1) AS device_us, registers, occupancy, (dram_read_bytes + dram_write_bytes) / device_us / 1e6 AS tb_per_s
--   FROM v_profile_kernel WHERE occupancy IS NOT NULL ORDER BY device_us DESC LIMIT 10
CREATE VIEW v_profile_kernel AS
SELECT p.evaluation_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       p.position, p.name, p.device_us,
       p.device_us / (SELECT sum(x.device_us) FROM profile_kernel x WHERE x.evaluation_id = p.evaluation_id) AS share,
       c.grid, c.block, c.registers, c.shared_bytes, c.local_bytes, c.occupancy_percent / 100 AS occupancy,
       c.issue_percent / 100 AS issue, c.dram_read_bytes, c.dram_write_bytes, c.l2_bytes,
       c.fadd + c.fmul + 2 * c.ffma + c.dadd + c.dmul + 2 * c.dfma AS executed_flops,
       c.tensor_float - c.tensor_moves + c.tensor_integer AS matrix_instructions
FROM profile_kernel p
JOIN evaluation e ON e.evaluation_id = p.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
LEFT JOIN kernel_counters c ON c.evaluation_id = p.evaluation_id AND c.position = p.position;

-- One row an evaluation of ours that a profiler saw: where it stands under the roofline of its device.
-- A kernel that mostly reads can be a tenth faster than a copy, so speed_of_light may exceed 1.
--   kernels: launches of the plan
--   launches_us: their time by activity records, summed
--   span_us: from the start of the first launch to the end of the last one, by activity records
--   task_bytes: bytes of memory traffic that the task cannot do without
--   task_flops: operations that the task cannot do without
--   copy_bytes_per_s: of the device, measured: bytes read plus bytes written by a large copy
--   peak_flop_per_s: of the device, stated: single precision without matrix units
--   why_not_counted: why there are no counters; NULL when there are
--   own_share: launches_us / span_us, the part of the device's time spent in the candidate's own kernels
--   dram_bytes: bytes read from and written to the device's memory; NULL when not counted
--   executed_flops: additions and multiplications executed, fused ones as two, without matrix units
--   matrix_instructions: warp instructions of the matrix units
--   memory_us: task_bytes / copy_bytes_per_s
--   compute_us: task_flops / peak_flop_per_s
--   bound: memory or compute, whichever floor is higher
--   speed_of_light: the higher floor / runtime_us
--   dram_share: dram_bytes / runtime_us as a part of copy_bytes_per_s
-- Example:
--   SELECT run, task, bound, max(speed_of_light) AS best FROM v_profile GROUP BY run, task, bound ORDER BY run, task
CREATE VIEW v_profile AS
SELECT evaluation_id, run, task, step, turn, sample, runtime_us, kernels, launches_us, span_us, launches_us / span_us AS own_share,
       task_bytes, task_flops, dram_bytes, executed_flops, matrix_instructions, memory_us, compute_us,
       CASE WHEN compute_us > memory_us OR (memory_us IS NULL AND compute_us IS NOT NULL) THEN 'compute'
            WHEN memory_us IS NOT NULL THEN 'memory' END AS bound,
       max(coalesce(memory_us, compute_us), coalesce(compute_us, memory_us)) / runtime_us AS speed_of_light,
       dram_bytes / runtime_us * 1e6 / copy_bytes_per_s AS dram_share, copy_bytes_per_s, peak_flop_per_s, why_not_counted
FROM (SELECT p.evaluation_id, k.run, k.task, k.step, k.turn, k.sample, m.runtime_us, count(*) AS kernels,
             CASE WHEN count(k.device_us) = count(*) THEN sum(k.device_us) END AS launches_us, p.span_us, p.task_bytes, p.task_flops,
             CASE WHEN count(k.dram_read_bytes + k.dram_write_bytes) = count(*)
                  THEN sum(k.dram_read_bytes + k.dram_write_bytes) END AS dram_bytes,
             CASE WHEN count(k.executed_flops) = count(*) THEN sum(k.executed_flops) END AS executed_flops,
             CASE WHEN count(k.matrix_instructions) = count(*) THEN sum(k.matrix_instructions) END AS matrix_instructions,
             p.task_bytes / p.copy_bytes_per_s * 1e6 AS memory_us, p.task_flops / p.peak_flop_per_s * 1e6 AS compute_us,
             p.copy_bytes_per_s, p.peak_flop_per_s, p.why_not_counted
      FROM profile p
      JOIN v_profile_kernel k ON k.evaluation_id = p.evaluation_id
      LEFT JOIN measurement m ON m.evaluation_id = p.evaluation_id AND m.subject = 'candidate'
      GROUP BY p.evaluation_id) roofline;

-- One row a measurement on a device whose clock was read after every sample.
-- Example:
--   SELECT run, task, subject, n_samples, n_throttled, length(clocks_mhz) / 8 AS clocks FROM v_clock ORDER BY n_throttled DESC LIMIT 10
CREATE VIEW v_clock AS
SELECT c.measurement_id, m.evaluation_id, run.name AS run, t.label AS task, r.step, r.turn,
       r.sample, m.subject, m.n_samples, c.n_throttled, c.clocks_mhz, m.samples_us
FROM measurement_clock c
JOIN measurement m ON m.measurement_id = c.measurement_id
JOIN evaluation e ON e.evaluation_id = m.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id;

-- One row an exchange that the proxy passed on, or an evaluation that was asked of it.
--   rollout_id: first rollout that came of it, or that was evaluated
--   tags: JSON, what the client said
-- Example:
--   SELECT api, streamed, count(*) AS n, sum(n_rollouts) AS rollouts, avg(first_byte_ms) FROM v_exchange WHERE end_kind = 'answered' GROUP BY api, streamed
CREATE VIEW v_exchange AS
SELECT x.exchange_id, run.name AS run, t.label AS task, coalesce(a.step, r.step) AS step,
       coalesce(a.turn, r.turn) AS turn, coalesce(a.sample, r.sample) AS sample, x.api, x.path, x.streamed, a.sent_at, a.end_kind, a.status,
       a.detail, a.first_byte_ms, a.total_ms, x.n_rollouts, coalesce(a.rollout_id, r.rollout_id) AS rollout_id, x.attempt_id, x.evaluation_id,
       x.tags
FROM exchange x
LEFT JOIN attempt a ON a.attempt_id = x.attempt_id
LEFT JOIN evaluation e ON e.evaluation_id = x.evaluation_id
LEFT JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = coalesce(a.run_id, r.run_id)
JOIN task t ON t.task_id = coalesce(a.task_id, r.task_id);

-- One row a step of a run: who sampled it and what the update made from its rollouts measured.
--   checkpoint_sha256: of the policy that sampled this step; NULL for the model as it came
--   parent_sha256: of the checkpoint that it was adapted from
--   update_metrics: JSON object, metric to value, such as loss and grad_norm; NULL when no update was made
-- Example:
--   SELECT run, step, json_extract(update_metrics, '$.loss') AS loss FROM v_step WHERE update_metrics IS NOT NULL ORDER BY run, step
CREATE VIEW v_step AS
SELECT s.step_id, s.run_id, run.name AS run, run.strategy, s.step, m.name AS model, c.sha256 AS checkpoint_sha256,
       p.sha256 AS parent_sha256, s.update_metrics
FROM step s
JOIN run ON run.run_id = s.run_id
LEFT JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
LEFT JOIN checkpoint p ON p.checkpoint_id = c.parent_id
LEFT JOIN model m ON m.model_id = c.model_id;

-- One row a token of a completion whose tokens are stored.  A token takes some 30 microseconds, so ask for one rollout
-- or run at a time.  NaN is NULL.
--   n_tokens: tokens of the completion
--   position: of the token in the completion, from 0
--   token_id: the model's number of the token; NULL when none is stored
--   logprob_nats: natural log of the probability it was drawn with; NULL when none is stored
-- Example:
--   SELECT position, token_id, round(logprob_nats, 4) AS logprob_nats FROM v_token WHERE rollout_id = 1 ORDER BY logprob_nats LIMIT 10
CREATE VIEW v_token AS
SELECT rollout_id, run_id, run, task, step, turn, sample, n_tokens, position, token_id,
       CASE WHEN bits >> 23 & 255 < 255
            THEN (1 - 2 * (bits >> 31)) * ((bits & 8388607) + CASE WHEN bits >> 23 & 255 > 0 THEN 8388608.0 ELSE 0.0 END)
                 * (1 << max(0, min(power, 60))) * (1 << max(0, power - 60))
                 / (1 << max(0, min(-power, 60))) / (1 << max(0, min(-power - 60, 60))) / (1 << max(0, -power - 120))
            WHEN bits & 8388607 = 0 THEN (1 - 2 * (bits >> 31)) * 9e999 END AS logprob_nats,
       logprob_temperature
FROM (SELECT r.rollout_id, r.run_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
             k.n_tokens, i.key AS position, r.logprob_temperature, f.value AS bits, max(f.value >> 23 & 255, 1) - 150 AS power,
             ((SELECT sum(instr('123456789ABCDEF', substr(hex(substr(k.token_ids, 4 * i.key + 1, 4)), d.key + 1, 1)) << d.value)
               FROM json_each('[4,0,12,8,20,16,28,24]') d
               WHERE k.token_ids IS NOT NULL) + 2147483648) % 4294967296 - 2147483648 AS token_id
      FROM rollout_tokens k
      JOIN rollout r ON r.rollout_id = k.rollout_id
      JOIN run ON run.run_id = r.run_id
      JOIN task t ON t.task_id = r.task_id
      CROSS JOIN json_each('[0' || replace(hex(zeroblob(k.n_tokens - 1)), '00', ',0') || ']') i
      CROSS JOIN json_each('[' || coalesce(
          (SELECT sum(instr('123456789ABCDEF', substr(hex(substr(k.logprobs, 4 * i.key + 1, 4)), d.key + 1, 1)) << d.value)
           FROM json_each('[4,0,12,8,20,16,28,24]') d
           WHERE k.logprobs IS NOT NULL), 'null') || ']') f
      WHERE k.n_tokens > 0) token;

-- One row a check that an evaluation made: what it measured and what that was compared with.
--   unit: of value and bound; '' for a ratio or a count
-- Example:
--   SELECT kind, unit, count(*) AS n, sum(pass = 0) AS n_failed FROM v_evidence GROUP BY kind, unit ORDER BY n_failed DESC, kind
CREATE VIEW v_evidence AS
SELECT v.evaluation_id, e.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       e.outcome, e.correct, v.position, v.kind, v.value, v.bound, v.unit, v.pass, v.detail
FROM evidence v
JOIN evaluation e ON e.evaluation_id = v.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id;

-- One row a step of a run of ours: what it cost.
-- Example:
--   SELECT run, sum(rollouts) AS rollouts, sum(wall_seconds) / 3600 AS hours FROM v_ledger GROUP BY run ORDER BY hours DESC
CREATE VIEW v_ledger AS
SELECT l.run_id, run.name AS run, run.strategy, l.step, l.rollouts, l.prompt_tokens, l.completion_tokens, l.teacher_tokens,
       l.evaluate_seconds, l.wall_seconds
FROM ledger l
JOIN run ON run.run_id = l.run_id;

-- One row a correction of a stored fact, made by hand and written down.
--   amended_at: UTC
-- Example:
--   SELECT amended_at, who, table_name, row_key, field, old_value, new_value, why FROM v_amendment ORDER BY amendment_id
CREATE VIEW v_amendment AS
SELECT a.amendment_id, a.table_name, a.row_key, a.field, a.old_value, a.new_value, a.who, a.why, a.at AS amended_at
FROM amendment a;

-- One row a version of what a study declared before it ran: version 1 is the first, later ones are amendments.
--   is_standing: 1 for the version that stands
--   budget_rollouts: of a run on a task
--   n_runs: that began while this version stood
--   declared_at: UTC
-- Example:
--   SELECT name, version, estimand, methods, budget_rollouts, declared_at, why FROM v_declaration ORDER BY name, version
CREATE VIEW v_declaration AS
SELECT d.declaration_id, d.name, d.version,
       d.version = (SELECT max(o.version) FROM declaration o WHERE o.name = d.name) AS is_standing,
       d.estimand, d.test, d.threshold, d.ge, d.budget AS budget_rollouts, d.alpha, d.looks, d.stopping,
       d.methods, d.seeds, d.tasks, d.sha256, d.why, d.declared_at,
       (SELECT count(*) FROM declared_run r WHERE r.declaration_id = d.declaration_id) AS n_runs
FROM declaration d;

-- One row a run that refers to a declaration.
--   declaration: its name
--   version: that stood when the run began, or was attached
--   method: which of the declared ones the run is of
--   declared_at: UTC, when that version was declared
--   attached_at: UTC; NULL when the run itself said so as it began
-- Example:
--   SELECT declaration, method, count(*) AS runs, min(started_at) AS first FROM v_declared_run GROUP BY declaration, method
CREATE VIEW v_declared_run AS
SELECT d.run_id, run.name AS run, v.name AS declaration, v.version, d.method, v.declared_at, run.started_at, d.attached_at
FROM declared_run d
JOIN declaration v ON v.declaration_id = d.declaration_id
JOIN run ON run.run_id = d.run_id;

-- One row a look at the data of a declared study ('rollbook declare look').
--   declaration: its name
--   version: that stood
--   declared_looks: how many that version allows
-- Example:
--   SELECT declaration, number, taken_at, n_rollouts, alpha_spent, n_rejected FROM v_look ORDER BY declaration, number
CREATE VIEW v_look AS
SELECT l.look_id, v.name AS declaration, v.version, l.number, v.looks AS declared_looks, l.runs, l.n_rollouts, l.data_sha256, l.alpha_spent,
       l.statistic, l.n_rejected, l.taken_at
FROM look l
JOIN declaration v ON v.declaration_id = l.declaration_id;

-- One row an evaluation of a PyTorch candidate by two rules: KernelBench's, which decides there, and ours.
--   right_by_kernelbench: 1 when KernelBench would call it correct
--   right_by_own: 1 when it is right on fresh inputs, against the reference in double precision, and no check refuses it
--   rules_differ: 1 when only one of them says so
--   reason: what the rule found that does not call it right; NULL when both agree
-- Example:
--   SELECT run, task, sample, right_by_kernelbench, right_by_own, reason FROM v_rule_verdict WHERE rules_differ = 1
CREATE VIEW v_rule_verdict AS
SELECT e.evaluation_id, e.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       e.outcome, k.pass AS right_by_kernelbench, o.pass AS right_by_own, k.pass <> o.pass AS rules_differ, d.detail AS reason
FROM evidence k
JOIN evidence o ON o.evaluation_id = k.evaluation_id AND o.kind = 'rule_own'
JOIN evaluation e ON e.evaluation_id = k.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
LEFT JOIN evidence d ON d.evaluation_id = k.evaluation_id AND d.kind = 'rules_differ'
WHERE k.kind = 'rule_kernelbench';

-- One row a sample that an update left out and a filter that said so.
--   filter: no_variance, truncated, cheat, mrs_mean, mrs_veto, prs, coverage
--   value, bound: what the filter compared; NULL when it compares nothing
-- Example:
--   SELECT run, step, filter, count(*) AS masked FROM v_sample_mask GROUP BY run, step, filter ORDER BY run, step, filter
CREATE VIEW v_sample_mask AS
SELECT m.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample, m.filter, m.value, m.bound
FROM sample_mask m
JOIN rollout r ON r.rollout_id = m.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id;

-- One row a guardrail and step of a run.
--   measured_on: rollouts of the step, or the update made from them
--   fired: 1 when value lay beyond bound, and the action followed
-- Example:
--   SELECT run, step, metric, value, bound, action FROM v_guard WHERE fired = 1 ORDER BY run, step, metric
CREATE VIEW v_guard AS
SELECT run.name AS run, g.step, g.metric, g.measured_on, g.value, g.bound, g.action, g.fired
FROM guard g
JOIN run ON run.run_id = g.run_id;

-- One row a run and task that it was given.
--   role: train: learned from; held: evaluated only; NULL: the run tells no two kinds
-- Example:
--   SELECT o.run, k.role, o.step, avg(o.correct) AS correct FROM v_rollout o
--   JOIN v_run_task k ON k.run = o.run AND k.task = o.task GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
CREATE VIEW v_run_task AS
SELECT run.name AS run, t.label AS task, k.position, k.role
FROM run_task k
JOIN run ON run.run_id = k.run_id
JOIN task t ON t.task_id = k.task_id;

-- One row a rollout of a teacher and run that was to learn from it.
--   run: that learned
--   teacher: run that the rollout is of
--   part: train: learned from; held: only scored, for the held-out loss; left out: neither
--   reason: why left out
-- Example:
--   SELECT run, part, reason, count(*) AS n FROM v_demonstration GROUP BY run, part, reason ORDER BY run, part, reason
CREATE VIEW v_demonstration AS
SELECT run.name AS run, source.name AS teacher, t.label AS task, r.step, r.turn, r.sample, d.rollout_id, d.part, d.position, d.reason
FROM demonstration d
JOIN run ON run.run_id = d.run_id
JOIN rollout r ON r.rollout_id = d.rollout_id
JOIN run source ON source.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id;

-- One row a request to a server that trains, other than for samples (v_attempt), with what became of it.
--   n_tokens: of its sequences, prompts included
--   unseen: 1 when nobody saw its end: it may have been billed; an update of which one part is unseen was made again in a new model
-- Example:
--   SELECT run, operation, count(*) AS n, sum(n_tokens) AS tokens, sum(unseen) AS unseen FROM v_trainer_request GROUP BY run, operation ORDER BY run, operation
CREATE VIEW v_trainer_request AS
SELECT q.trainer_request_id, run.name AS run, q.operation, q.n_sequences, q.n_tokens, q.content_sha256, q.sent_at, q.request_id, q.ended_at,
       q.failure, q.ended_at IS NULL AS unseen
FROM trainer_request q
JOIN run ON run.run_id = q.run_id;

-- One row a prompt that a tokenizer of ours turned into ids; what a rollout was asked with names it in extra.
--   token_ids: little-endian int32; the completion's are in rollout_tokens
-- Example:
--   SELECT r.run, p.tokenizer, count(DISTINCT p.sha256) AS prompts, max(p.n_tokens) AS longest FROM v_rollout r JOIN v_prompt_tokens p ON p.sha256 = r.extra ->> '$.prompt_tokens_sha256' GROUP BY r.run, p.tokenizer ORDER BY r.run
CREATE VIEW v_prompt_tokens AS
SELECT sha256, tokenizer, n_tokens, token_ids FROM prompt_tokens;

-- One row a session of a coding agent.  Tokens are those of its steps that were not copied from another session; so is the
-- cost, where the transcript states none for the whole.  A kernel is fast when its whole interval lies above 1.
--   kind: form of the transcript: claude-code, codex, pi, atif, verifiers
--   uid: the transcript's own name of the session
--   version: of the agent
--   reward: as the transcript states it
--   run: of the verdicts that stand in its tool results; NULL when none do
--   started_at: UTC, of its first message
--   ended_at: UTC, of its last message
--   steps: messages
--   answers: messages of models
--   calls: of tools
--   sub_agents: other agents that it asked
--   input_tokens: read by models, without those of the cache
--   cache_read_tokens: read from the cache
--   cache_write_tokens: written to the cache
--   output_tokens: written by models
--   reasoning_tokens: of output_tokens
--   cost_usd: as the transcript states it; NULL when it does not
--   kernels: texts that it wrote
--   evaluated_kernels: of these, those of which an evaluation is known
--   right_kernels: of these, those that are right
--   fast_kernels: of these, those whose interval of the speedup lies above 1
--   best_speedup: of them, without regard to intervals
--   usd_per_fast_kernel: NULL when no kernel is fast, or the cost is not known
--   output_tokens_per_fast_kernel: NULL when no kernel is fast
--   unknown_lines: records of kinds that the importer does not know
--   unknown: these kinds
--   source: first file that it was read from
-- Example:
--   SELECT session, agent, model, answers, output_tokens, cost_usd, kernels, fast_kernels, usd_per_fast_kernel FROM v_session ORDER BY session
CREATE VIEW v_session AS
SELECT s.session_id, s.name AS session, s.kind, s.uid, s.agent, s.version, s.model, s.task, run.name AS run,
       p.started_at, p.ended_at, p.steps, p.answers, coalesce(c.calls, 0) AS calls, p.sub_agents,
       p.input_tokens, p.cache_read_tokens, p.cache_write_tokens, p.output_tokens, p.reasoning_tokens,
       coalesce(s.cost_usd, p.cost_usd) AS cost_usd, s.reward,
       coalesce(w.kernels, 0) AS kernels, coalesce(w.evaluated_kernels, 0) AS evaluated_kernels, coalesce(w.right_kernels, 0) AS right_kernels,
       coalesce(w.fast_kernels, 0) AS fast_kernels, w.best_speedup,
       coalesce(s.cost_usd, p.cost_usd) / nullif(w.fast_kernels, 0) AS usd_per_fast_kernel,
       p.output_tokens / nullif(w.fast_kernels, 0) AS output_tokens_per_fast_kernel,
       s.unknown_lines, s.unknown, i.path AS source
FROM session s
JOIN import_source i ON i.import_source_id = s.import_source_id
LEFT JOIN run ON run.run_id = s.run_id
LEFT JOIN (SELECT session_id, count(*) AS steps, sum(role = 'assistant') AS answers, min(at) AS started_at, max(at) AS ended_at,
                  count(DISTINCT sub_agent) AS sub_agents,
                  sum(input_tokens) FILTER (WHERE NOT copied) AS input_tokens, sum(cache_read_tokens) FILTER (WHERE NOT copied) AS cache_read_tokens,
                  sum(cache_write_tokens) FILTER (WHERE NOT copied) AS cache_write_tokens, sum(output_tokens) FILTER (WHERE NOT copied) AS output_tokens,
                  sum(reasoning_tokens) FILTER (WHERE NOT copied) AS reasoning_tokens, sum(cost_usd) FILTER (WHERE NOT copied) AS cost_usd
           FROM session_step GROUP BY session_id) p ON p.session_id = s.session_id
LEFT JOIN (SELECT t.session_id, count(*) AS calls FROM session_step t JOIN session_call c ON c.session_step_id = t.session_step_id
           GROUP BY t.session_id) c ON c.session_id = s.session_id
LEFT JOIN (SELECT session_id, count(DISTINCT code_sha256) AS kernels,
                  count(DISTINCT code_sha256) FILTER (WHERE evaluation_id IS NOT NULL) AS evaluated_kernels,
                  count(DISTINCT code_sha256) FILTER (WHERE correct) AS right_kernels,
                  count(DISTINCT code_sha256) FILTER (WHERE correct AND speedup_lower > 1) AS fast_kernels,
                  max(speedup) AS best_speedup
           FROM v_session_code GROUP BY session_id) w ON w.session_id = s.session_id;

-- One row a message of a session: what was said, and what the model read and wrote for it.
--   line: of the file; in a list the position
--   at: UTC, as the transcript says
--   role: who spoke: system, user or assistant
--   sub_agent: which sub-agent; NULL for the agent itself
--   cost_usd: of this step, as the transcript states it
--   copied: 1 when another session has the step, whose tokens count there
--   calls: of tools
--   text: what was said, without tool calls
-- Example:
--   SELECT session, model, count(*) AS answers, sum(input_tokens + cache_read_tokens) AS read_tokens, sum(output_tokens) AS output_tokens FROM v_session_step WHERE role = 'assistant' AND NOT copied GROUP BY session, model ORDER BY session, model
CREATE VIEW v_session_step AS
SELECT t.session_step_id, t.session_id, s.name AS session, t.line, t.at, t.role, t.sub_agent, t.model,
       t.input_tokens, t.cache_read_tokens, t.cache_write_tokens, t.output_tokens, t.reasoning_tokens, t.cost_usd, t.copied,
       (SELECT count(*) FROM session_call c WHERE c.session_step_id = t.session_step_id) AS calls, b.text
FROM session_step t
JOIN session s ON s.session_id = t.session_id
LEFT JOIN blob b ON b.blob_id = t.text_blob_id;

-- One row a call of a tool.
--   number: order within the step
--   failed: 1 when the tool said so; NULL when no answer is there
--   arguments: as the model wrote them
--   result: what the tool answered
-- Example:
--   SELECT session, tool, count(*) AS n, sum(failed) AS failed FROM v_session_call GROUP BY session, tool ORDER BY session, n DESC
CREATE VIEW v_session_call AS
SELECT c.session_call_id, t.session_id, s.name AS session, c.session_step_id, t.line, t.sub_agent, c.number, c.tool, c.failed,
       a.text AS arguments, r.text AS result
FROM session_call c
JOIN session_step t ON t.session_step_id = c.session_step_id
JOIN session s ON s.session_id = t.session_id
LEFT JOIN blob a ON a.blob_id = c.arguments_blob_id
LEFT JOIN blob r ON r.blob_id = c.result_blob_id;

-- One row a text that a call of a session wrote, with the evaluation of the same text, wherever it was made: our own
-- before one that a file states.
--   session_id: key of the session
--   session_step_id: key of the step
--   session_call_id: key of the call
--   line: of the step
--   at: of the step
--   sub_agent: of the step
--   tool: that wrote it
--   path: of the file; '' for a text that went to a tool
--   how: write, edit, patch, shell or argument
--   version: of the file in the session, from 1
--   evidence: evaluated when the evaluation is ours, stated when a file says so; NULL without one
--   before_version: last version of the file that was evaluated before
--   before_evaluation_id: its evaluation
-- Example:
--   SELECT session, path, version, how, outcome, speedup, speedup_lower, speedup_upper FROM v_session_code ORDER BY session, path, version
CREATE VIEW v_session_code AS
SELECT s.name AS session, code.session_id, code.session_step_id, code.session_call_id, code.line, code.at, code.sub_agent, code.tool, code.path, code.how,
       code.version, b.sha256 AS code_sha256, code.evaluation_id,
       CASE WHEN e.evaluation_id IS NULL THEN NULL WHEN e.import_source_id IS NULL THEN 'evaluated' ELSE 'stated' END AS evidence,
       l.label AS task, e.outcome, e.correct,
       (SELECT v.speedup FROM v_speedup v WHERE v.evaluation_id = code.evaluation_id) AS speedup, e.speedup_lower, e.speedup_upper,
       max(CASE WHEN code.evaluation_id IS NOT NULL THEN code.version * 1000000000000 + code.evaluation_id END)
         OVER (PARTITION BY code.session_id, code.path ORDER BY code.version ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) / 1000000000000 AS before_version,
       max(CASE WHEN code.evaluation_id IS NOT NULL THEN code.version * 1000000000000 + code.evaluation_id END)
         OVER (PARTITION BY code.session_id, code.path ORDER BY code.version ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) % 1000000000000 AS before_evaluation_id
FROM (SELECT t.session_id, t.session_step_id, t.line, t.at, t.sub_agent, k.session_call_id, c.tool, k.path, k.how, k.code_blob_id,
             row_number() OVER (PARTITION BY t.session_id, k.path ORDER BY t.session_step_id, c.number, k.number) AS version,
             (SELECT e.evaluation_id FROM rollout r JOIN evaluation e ON e.rollout_id = r.rollout_id
              WHERE r.code_blob_id = k.code_blob_id
              ORDER BY e.import_source_id IS NOT NULL, e.outcome = 'infra', e.evaluation_id DESC LIMIT 1) AS evaluation_id
      FROM session_code k
      JOIN session_call c ON c.session_call_id = k.session_call_id
      JOIN session_step t ON t.session_step_id = c.session_step_id) code
JOIN session s ON s.session_id = code.session_id
JOIN blob b ON b.blob_id = code.code_blob_id
LEFT JOIN evaluation e ON e.evaluation_id = code.evaluation_id
LEFT JOIN rollout r ON r.rollout_id = e.rollout_id
LEFT JOIN task l ON l.task_id = r.task_id;

-- One row a call of a tool by a coding agent over MCP.
--   arguments: JSON as sent, with a kernel's SHA-256 for its text
--   answer: its first 2,000 bytes
-- Example:
--   SELECT run, tool, count(*) AS calls, sum(failed) AS failed, avg(took_ms) AS took_ms FROM v_agent_call GROUP BY run, tool ORDER BY run, calls DESC
CREATE VIEW v_agent_call AS
SELECT c.call_id, run.name AS run, c.began_at, c.tool, c.arguments, c.failed, c.answer, c.took_ms, c.evaluation_id, t.label AS task, e.outcome
FROM agent_call c
JOIN run ON run.run_id = c.run_id
LEFT JOIN evaluation e ON e.evaluation_id = c.evaluation_id
LEFT JOIN rollout r ON r.rollout_id = e.rollout_id
LEFT JOIN task t ON t.task_id = r.task_id;
