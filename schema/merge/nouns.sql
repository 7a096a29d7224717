-- What rollouts hang from: runs, their tasks, steps, models, devices, baselines and declarations that the attached
-- database "other" has and this one lacks.  Rows are recognised by their natural keys, so that doing it again adds nothing;
-- every map takes a key there to the key here.  merge_blob is there already.

INSERT OR IGNORE INTO main.model (name, revision, kind, checksum) SELECT name, revision, kind, checksum FROM other.model ORDER BY model_id;
CREATE TEMP TABLE merge_model (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_model
SELECT o.model_id, m.model_id FROM other.model o JOIN main.model m ON m.name = o.name AND m.revision = o.revision;

INSERT INTO main.task (suite, level, problem_id, name, family, sha256, kind, module_blob_id, origin, flops, bytes, work_unknown, checksum)
SELECT o.suite, o.level, o.problem_id, o.name, o.family, o.sha256, o.kind, m.new, o.origin, o.flops, o.bytes, o.work_unknown, o.checksum
FROM other.task o LEFT JOIN merge_blob m ON m.old = o.module_blob_id
WHERE true ORDER BY o.task_id
ON CONFLICT (suite, level, problem_id) DO UPDATE SET
  name = CASE WHEN task.name = '' THEN excluded.name ELSE task.name END,
  family = coalesce(task.family, excluded.family),
  kind = coalesce(task.kind, excluded.kind),
  module_blob_id = coalesce(task.module_blob_id, excluded.module_blob_id),
  origin = coalesce(task.origin, excluded.origin),
  flops = coalesce(task.flops, excluded.flops),
  bytes = coalesce(task.bytes, excluded.bytes),
  work_unknown = coalesce(task.work_unknown, excluded.work_unknown),
  sha256 = coalesce(task.sha256, excluded.sha256),
  checksum = checksum_with(task.checksum,
    'name', task.name, CASE WHEN task.name = '' THEN excluded.name ELSE task.name END,
    'family', task.family, coalesce(task.family, excluded.family),
    'kind', task.kind, coalesce(task.kind, excluded.kind),
    'origin', task.origin, coalesce(task.origin, excluded.origin),
    'flops', task.flops, coalesce(task.flops, excluded.flops),
    'bytes', task.bytes, coalesce(task.bytes, excluded.bytes),
    'work_unknown', task.work_unknown, coalesce(task.work_unknown, excluded.work_unknown),
    'sha256', task.sha256, coalesce(task.sha256, excluded.sha256));
CREATE TEMP TABLE merge_task (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_task
SELECT o.task_id, t.task_id FROM other.task o
JOIN main.task t ON t.suite = o.suite AND t.level = o.level AND t.problem_id = o.problem_id;

INSERT OR IGNORE INTO main.split (name, level, seed, split_hash, json, checksum)
SELECT name, level, seed, split_hash, json, checksum FROM other.split ORDER BY split_id;
CREATE TEMP TABLE merge_split (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_split SELECT o.split_id, s.split_id FROM other.split o JOIN main.split s ON s.split_hash = o.split_hash;

INSERT INTO main.device (backend, name, uuid, cores, compiler, flags, sandbox, checksum)
SELECT backend, name, uuid, cores, compiler, flags, sandbox, max(checksum) FROM other.device o
WHERE NOT EXISTS (SELECT 1 FROM main.device d WHERE d.backend = o.backend AND d.name = o.name AND d.uuid = o.uuid
                  AND d.cores IS o.cores AND d.compiler = o.compiler AND d.flags = o.flags AND d.sandbox = o.sandbox)
GROUP BY backend, name, uuid, cores, compiler, flags, sandbox
ORDER BY min(o.device_id);
CREATE TEMP TABLE merge_device (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_device
SELECT o.device_id, min(d.device_id) FROM other.device o
JOIN main.device d ON d.backend = o.backend AND d.name = o.name AND d.uuid = o.uuid
                  AND d.cores IS o.cores AND d.compiler = o.compiler AND d.flags = o.flags AND d.sandbox = o.sandbox
GROUP BY o.device_id;

CREATE TEMP TABLE merge_source (old INTEGER PRIMARY KEY, new INTEGER);
INSERT INTO merge_source
SELECT o.import_source_id,
       (SELECT min(s.import_source_id) FROM main.import_source s
        WHERE s.format = o.format AND s.importer_version = o.importer_version AND s.path = o.path AND s.sha256 = o.sha256
          AND s.imported_at = o.imported_at AND s.n_read = o.n_read AND s.n_stored = o.n_stored
          AND s.n_duplicate = o.n_duplicate)
FROM other.import_source o;
UPDATE merge_source SET new = n.new
FROM (SELECT old, (SELECT coalesce(max(import_source_id), 0) FROM main.import_source) + row_number() OVER (ORDER BY old) AS new
      FROM merge_source WHERE new IS NULL) n
WHERE n.old = merge_source.old;
INSERT OR IGNORE INTO main.import_source
  (import_source_id, format, importer_version, path, sha256, bytes, imported_at, n_read, n_stored, n_duplicate, n_refused,
   benchmark, checksum)
SELECT m.new, o.format, o.importer_version, o.path, o.sha256, o.bytes, o.imported_at, o.n_read, o.n_stored, o.n_duplicate, o.n_refused,
       o.benchmark, o.checksum
FROM other.import_source o
JOIN merge_source m ON m.old = o.import_source_id
WHERE m.new NOT IN (SELECT import_source_id FROM main.import_source)
ORDER BY o.import_source_id;

CREATE TEMP TABLE merge_checkpoint (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, added INTEGER NOT NULL);
INSERT INTO merge_checkpoint
SELECT o.checkpoint_id,
       coalesce(c.checkpoint_id, (SELECT coalesce(max(checkpoint_id), 0) FROM main.checkpoint) + row_number() OVER (ORDER BY o.checkpoint_id)),
       c.checkpoint_id IS NULL
FROM other.checkpoint o
JOIN merge_model m ON m.old = o.model_id
LEFT JOIN main.checkpoint c ON c.model_id = m.new AND c.sha256 = o.sha256;
INSERT INTO main.checkpoint (checkpoint_id, model_id, parent_id, sha256, blob_id, checksum)
SELECT c.new, m.new, NULL, o.sha256, b.new, o.checksum
FROM other.checkpoint o
JOIN merge_checkpoint c ON c.old = o.checkpoint_id AND c.added = 1
JOIN merge_model m ON m.old = o.model_id
JOIN merge_blob b ON b.old = o.blob_id
ORDER BY o.checkpoint_id;
UPDATE main.checkpoint SET parent_id = p.new
FROM other.checkpoint o, merge_checkpoint c, merge_checkpoint p
WHERE c.old = o.checkpoint_id AND c.added = 1 AND p.old = o.parent_id AND main.checkpoint.checkpoint_id = c.new;

-- A run that nobody here writes has no owner; of two states the one that is further on stands, whoever comes to whom.
CREATE TEMP TABLE merge_status (status TEXT PRIMARY KEY, stands INTEGER NOT NULL);
INSERT INTO merge_status VALUES ('running', 0), ('interrupted', 1), ('failed', 2), ('complete', 3);
INSERT INTO main.run (name, strategy, status, model_id, split_id, device_id, import_source_id, seed, temperature, k, n_steps, task_case,
                      eval_mode, baseline, config, argv, code_version, libraries, owner, started_at, finished_at, server,
                      checksum)
SELECT m.name, o.strategy, o.status, d.new, s.new, v.new, i.new, o.seed, o.temperature, o.k, o.n_steps, o.task_case,
       o.eval_mode, o.baseline, o.config, o.argv, o.code_version, o.libraries, NULL, o.started_at, o.finished_at, o.server,
       checksum_with(o.checksum, 'name', o.name, m.name, 'owner', o.owner, NULL)
FROM other.run o
JOIN merge_run m ON m.old = o.run_id
LEFT JOIN merge_model d ON d.old = o.model_id
LEFT JOIN merge_split s ON s.old = o.split_id
LEFT JOIN merge_device v ON v.old = o.device_id
LEFT JOIN merge_source i ON i.old = o.import_source_id
WHERE m.name NOT IN (SELECT name FROM main.run)
ORDER BY o.run_id;
UPDATE merge_run SET new = (SELECT r.run_id FROM main.run r WHERE r.name = merge_run.name);
UPDATE main.run SET status = o.status, finished_at = o.finished_at,
  checksum = checksum_with(main.run.checksum, 'status', main.run.status, o.status, 'finished_at', main.run.finished_at, o.finished_at)
FROM other.run o, merge_run m, merge_status a, merge_status b
WHERE m.old = o.run_id AND main.run.run_id = m.new AND a.status = main.run.status AND b.status = o.status AND b.stands > a.stands;

INSERT OR IGNORE INTO main.run_task (run_id, task_id, position, prompt_blob_id, role, checksum)
SELECT r.new, t.new, o.position, b.new, o.role, o.checksum
FROM other.run_task o
JOIN merge_run r ON r.old = o.run_id
JOIN merge_task t ON t.old = o.task_id
LEFT JOIN merge_blob b ON b.old = o.prompt_blob_id
ORDER BY o.run_id, o.position;

INSERT INTO main.step (run_id, step, checkpoint_id, update_metrics, checksum)
SELECT r.new, o.step, c.new, o.update_metrics, o.checksum
FROM other.step o
JOIN merge_run r ON r.old = o.run_id
LEFT JOIN merge_checkpoint c ON c.old = o.checkpoint_id
WHERE true ORDER BY o.step_id
ON CONFLICT (run_id, step) DO UPDATE SET checkpoint_id = coalesce(step.checkpoint_id, excluded.checkpoint_id),
  update_metrics = coalesce(step.update_metrics, excluded.update_metrics),
  checksum = checksum_with(step.checksum, 'update_metrics', step.update_metrics, coalesce(step.update_metrics, excluded.update_metrics));

INSERT OR IGNORE INTO main.declaration (name, version, content, sha256, estimand, test, threshold, ge, budget, alpha, looks, stopping, methods, seeds, tasks, why, declared_at, checksum)
SELECT o.name, o.version, o.content, o.sha256, o.estimand, o.test, o.threshold, o.ge, o.budget, o.alpha, o.looks, o.stopping, o.methods, o.seeds, o.tasks, o.why, o.declared_at, o.checksum
FROM other.declaration o ORDER BY o.declaration_id;
INSERT OR IGNORE INTO main.declared_run (run_id, declaration_id, method, attached_at, checksum)
SELECT r.new, n.declaration_id, o.method, o.attached_at, o.checksum
FROM other.declared_run o
JOIN merge_run r ON r.old = o.run_id
JOIN other.declaration v ON v.declaration_id = o.declaration_id
JOIN main.declaration n ON n.name = v.name AND n.version = v.version AND n.sha256 = v.sha256
ORDER BY r.new;
INSERT OR IGNORE INTO main.look (declaration_id, number, runs, n_rollouts, data_sha256, alpha_spent, statistic, n_rejected, taken_at, checksum)
SELECT n.declaration_id, o.number, o.runs, o.n_rollouts, o.data_sha256, o.alpha_spent, o.statistic, o.n_rejected, o.taken_at, o.checksum
FROM other.look o
JOIN other.declaration v ON v.declaration_id = o.declaration_id
JOIN main.declaration n ON n.name = v.name AND n.version = v.version AND n.sha256 = v.sha256
ORDER BY o.look_id;

INSERT OR IGNORE INTO main.baseline (name, hardware, task_id, device_id, import_source_id, runtime_us, statistic, min_us, max_us, std_us, n_samples, extra, checksum)
SELECT o.name, o.hardware, t.new, d.new, i.new, o.runtime_us, o.statistic, o.min_us, o.max_us, o.std_us, o.n_samples, o.extra, o.checksum
FROM other.baseline o
JOIN merge_task t ON t.old = o.task_id
LEFT JOIN merge_device d ON d.old = o.device_id
LEFT JOIN merge_source i ON i.old = o.import_source_id
ORDER BY o.baseline_id;

INSERT OR IGNORE INTO main.judge_setup (sha256, model_id, template, template_sha256, config, server, checksum)
SELECT o.sha256, m.new, o.template, o.template_sha256, o.config, o.server, o.checksum
FROM other.judge_setup o JOIN merge_model m ON m.old = o.model_id ORDER BY o.judge_setup_id;
CREATE TEMP TABLE merge_setup (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO merge_setup
SELECT o.judge_setup_id, n.judge_setup_id FROM other.judge_setup o JOIN main.judge_setup n ON n.sha256 = o.sha256;

INSERT OR IGNORE INTO main.guard (run_id, step, metric, action, measured_on, value, bound, fired, checksum)
SELECT r.new, o.step, o.metric, o.action, o.measured_on, o.value, o.bound, o.fired, o.checksum
FROM other.guard o JOIN merge_run r ON r.old = o.run_id ORDER BY r.new, o.step, o.metric, o.action;

INSERT OR IGNORE INTO main.ledger (run_id, step, rollouts, prompt_tokens, completion_tokens, teacher_tokens, evaluate_seconds, wall_seconds, checksum)
SELECT r.new, o.step, o.rollouts, o.prompt_tokens, o.completion_tokens, o.teacher_tokens, o.evaluate_seconds, o.wall_seconds, o.checksum
FROM other.ledger o JOIN merge_run r ON r.old = o.run_id ORDER BY r.new, o.step;
