CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY, -- name of the fact
  value TEXT NOT NULL              -- its value
) STRICT, WITHOUT ROWID;
CREATE TABLE migration (
  version    INTEGER NOT NULL PRIMARY KEY, -- number of the migration
  name       TEXT    NOT NULL,             -- file name
  sha256     TEXT    NOT NULL,             -- of the migration's text
  applied_at TEXT    NOT NULL              -- UTC
) STRICT;
CREATE TABLE blob (
  blob_id INTEGER PRIMARY KEY, -- key; texts are stored once and pointed to
  sha256  TEXT    NOT NULL UNIQUE CHECK (length(sha256) = 64), -- of the bytes
  kind    TEXT    NOT NULL CHECK (kind IN ('prompt','completion','action','code','log','config','checkpoint','import')), -- first use
  bytes   INTEGER NOT NULL CHECK (bytes >= 0), -- length
  text    TEXT,  -- content that is valid UTF-8 without NUL
  data    BLOB,  -- any other content
  CHECK ((text IS NULL) <> (data IS NULL))
) STRICT;
CREATE TABLE model (
  model_id INTEGER PRIMARY KEY, -- key
  name     TEXT NOT NULL,           -- 'builtin', or what the server or file calls it
  revision TEXT NOT NULL DEFAULT '',-- sha256 of what shapes its samples, or the provider's revision
  kind     TEXT NOT NULL, checksum INTEGER,           -- policy that ran it: builtin, replay, imported, ...
  UNIQUE (name, revision)
) STRICT;
CREATE TABLE checkpoint (
  checkpoint_id INTEGER PRIMARY KEY, -- key
  model_id  INTEGER NOT NULL REFERENCES model, -- model it belongs to
  parent_id INTEGER REFERENCES checkpoint, -- adapted from; NULL for the unadapted model
  sha256    TEXT    NOT NULL,              -- of the saved state
  blob_id   INTEGER NOT NULL REFERENCES blob, checksum INTEGER, -- the saved state
  UNIQUE (model_id, sha256)
) STRICT;
CREATE TABLE task (
  task_id     INTEGER PRIMARY KEY, -- key
  suite       TEXT    NOT NULL,  -- 'kernelbench'
  level       INTEGER NOT NULL,  -- level within the suite
  problem_id  INTEGER NOT NULL,  -- number within the level, from 1
  name        TEXT    NOT NULL DEFAULT '', -- the suite's name; '' when a file gives none
  family      TEXT,              -- 'matvec', ...; NULL when unknown
  sha256      TEXT, kind TEXT, module_blob_id INTEGER REFERENCES blob, origin TEXT, flops REAL, bytes REAL, work_unknown TEXT, checksum INTEGER, label TEXT GENERATED ALWAYS AS (CASE WHEN suite = 'completions' AND name = 'untagged' OR level = 1 AND problem_id >= 100000000 AND name <> '' THEN name ELSE 'l' || level || '/' || problem_id END) VIRTUAL,              -- of manifest and kernels; NULL for tasks known by number only
  UNIQUE (suite, level, problem_id)
) STRICT;
CREATE TABLE split (
  split_id INTEGER PRIMARY KEY, -- key
  name     TEXT    NOT NULL,        -- 'l1_seed42'
  level    INTEGER NOT NULL, -- level of the suite that was divided
  seed     INTEGER,                 -- shuffling seed
  split_hash TEXT  NOT NULL UNIQUE, -- sha256 as published splits define it
  json     TEXT    NOT NULL CHECK (json_valid(json)) -- the split as read
, checksum INTEGER) STRICT;
CREATE TABLE device (
  device_id INTEGER PRIMARY KEY, -- key
  backend  TEXT    NOT NULL, -- 'cpu', 'cuda', 'imported'
  name     TEXT    NOT NULL, -- processor or GPU
  uuid     TEXT    NOT NULL DEFAULT '', -- stable identity
  cores    INTEGER,          -- cores used for blocks; NULL when unknown
  compiler TEXT    NOT NULL DEFAULT '', -- version of the kernel compiler
  flags    TEXT    NOT NULL DEFAULT '', -- compiler flags that affect results
  sandbox  TEXT    NOT NULL DEFAULT '', checksum INTEGER, -- protection layers that held
  UNIQUE (backend, name, uuid, cores, compiler, flags, sandbox)
) STRICT;
CREATE TABLE import_source (
  import_source_id INTEGER PRIMARY KEY, -- key
  format   TEXT    NOT NULL, -- importer
  importer_version INTEGER NOT NULL, -- raised when an importer reads the same bytes differently
  path     TEXT    NOT NULL, -- as given
  sha256   TEXT    NOT NULL, -- of the file
  bytes    INTEGER NOT NULL, -- length of the file
  imported_at TEXT NOT NULL, -- UTC
  n_read      INTEGER NOT NULL DEFAULT 0, -- records in the file = stored + duplicate + refused
  n_stored    INTEGER NOT NULL DEFAULT 0, -- records that became rows
  n_duplicate INTEGER NOT NULL DEFAULT 0, -- records that were there already
  n_refused   INTEGER NOT NULL DEFAULT 0, benchmark TEXT, checksum INTEGER, -- records that could not be read
  CHECK (n_read = n_stored + n_duplicate + n_refused)
) STRICT;
CREATE TABLE run (
  run_id     INTEGER PRIMARY KEY, -- key
  name       TEXT    NOT NULL UNIQUE, -- how commands refer to it
  strategy   TEXT    NOT NULL,        -- best-of-n, ttt, ..., imported
  status     TEXT    NOT NULL CHECK (status IN ('running','interrupted','complete','failed')), -- 'running' is also what a killed run keeps
  model_id   INTEGER REFERENCES model, -- who sampled; NULL when a file does not say
  split_id   INTEGER REFERENCES split, -- split that was named; NULL when none was
  device_id  INTEGER REFERENCES device, -- where candidates were evaluated; NULL for imports
  import_source_id INTEGER REFERENCES import_source, -- file the run was read from; NULL for our own
  seed       INTEGER,                 -- run seed; NULL when a file gives none
  temperature REAL,                   -- sampling temperature
  k          INTEGER,                 -- rollouts per task and step
  n_steps    INTEGER,                 -- adaptation updates asked for; 0 for best-of-n
  task_case  TEXT CHECK (task_case IN ('tiny','cpu','full')), -- sizes of the inputs
  eval_mode  TEXT CHECK (eval_mode IN ('fast','full')), -- number of trials
  baseline   TEXT,                    -- baseline measured beside each candidate
  config     TEXT NOT NULL CHECK (json_valid(config)), -- resolved configuration, values with origin
  argv       TEXT NOT NULL CHECK (json_valid(argv)),   -- command line as a JSON array
  code_version TEXT NOT NULL,         -- program version and commit
  libraries  TEXT NOT NULL CHECK (json_valid(libraries)), -- library versions
  owner      TEXT,                    -- process that writes it (boot, pid, start); NULL when none does
  started_at TEXT NOT NULL,           -- UTC
  finished_at TEXT                    -- UTC
, server TEXT CHECK (server IS NULL OR json_valid(server)), checksum INTEGER) STRICT;
CREATE INDEX run_strategy ON run (strategy);
CREATE TABLE run_task (
  run_id   INTEGER NOT NULL REFERENCES run, -- run
  task_id  INTEGER NOT NULL REFERENCES task, -- one of its tasks
  position INTEGER NOT NULL,          -- order within the run
  prompt_blob_id INTEGER REFERENCES blob, checksum INTEGER, role TEXT CHECK (role IN ('train', 'held')), -- prompt text of the task
  PRIMARY KEY (run_id, task_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE step (
  step_id INTEGER PRIMARY KEY, -- key
  run_id  INTEGER NOT NULL REFERENCES run, -- run
  step    INTEGER NOT NULL CHECK (step >= 0), -- 0 is the unadapted policy
  checkpoint_id INTEGER REFERENCES checkpoint, -- the policy that sampled this step
  update_metrics TEXT CHECK (update_metrics IS NULL OR json_valid(update_metrics)), checksum INTEGER, -- JSON: metrics of the update made from these rollouts
  UNIQUE (run_id, step)
) STRICT;
CREATE TABLE rollout (
  rollout_id INTEGER PRIMARY KEY, -- key
  run_id   INTEGER NOT NULL REFERENCES run, -- run
  step     INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0), -- step of the run; 0 is the unadapted policy
  task_id  INTEGER NOT NULL REFERENCES task, -- task the kernel was written for
  turn     INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0), -- turn of a conversation; 0 is the first
  sample   INTEGER NOT NULL CHECK (sample >= 0), -- index within (run, step, task, turn)
  prompt_blob_id     INTEGER REFERENCES blob, -- prompt text; NULL when a file gives none
  completion_blob_id INTEGER REFERENCES blob, -- raw action as the model emitted it
  action_blob_id     INTEGER REFERENCES blob, -- what was extracted; NULL when no code
  code_blob_id       INTEGER REFERENCES blob, -- assembled kernel file; NULL when no code
  finish_reason TEXT, -- why sampling ended: stop, length, ...
  prompt_tokens     INTEGER, -- tokens of the prompt
  completion_tokens INTEGER, -- tokens of the completion
  sum_logprob REAL,          -- natural log, sum over tokens
  mean_logprob REAL,         -- sum / tokens; surprisal is its negative
  logprob_temperature REAL,  -- temperature that the log-probs refer to
  extra TEXT CHECK (extra IS NULL OR json_valid(extra)), checksum INTEGER, -- unknown fields of an import, verbatim
  UNIQUE (run_id, step, task_id, turn, sample)
) STRICT;
CREATE INDEX rollout_code ON rollout (code_blob_id);
CREATE INDEX rollout_task ON rollout (task_id, run_id);
CREATE TABLE rollout_tokens (
  rollout_id INTEGER NOT NULL PRIMARY KEY REFERENCES rollout, -- rollout
  n_tokens   INTEGER NOT NULL, -- length of both arrays
  token_ids  BLOB, -- n_tokens little-endian int32
  logprobs   BLOB, checksum INTEGER, -- n_tokens little-endian float32, natural log
  CHECK (token_ids IS NULL OR length(token_ids) = 4 * n_tokens),
  CHECK (logprobs IS NULL OR length(logprobs) = 4 * n_tokens)
) STRICT;
CREATE TABLE score (
  score_id   INTEGER PRIMARY KEY, -- key
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout that was scored again
  checkpoint_id INTEGER NOT NULL REFERENCES checkpoint, -- who scored it
  role       TEXT    NOT NULL CHECK (role IN ('student','teacher')), -- who the checkpoint is in a distillation
  temperature REAL   NOT NULL, -- temperature that the log-probs refer to
  n_tokens   INTEGER NOT NULL, -- length of logprobs
  logprobs   BLOB    NOT NULL, -- n_tokens little-endian float32, natural log
  sum_logprob REAL   NOT NULL, semantics TEXT, aligned_by TEXT CHECK (aligned_by IN ('ids', 'text')), checksum INTEGER, -- natural log, sum over tokens
  UNIQUE (rollout_id, checkpoint_id, role, temperature),
  CHECK (length(logprobs) = 4 * n_tokens)
) STRICT;
CREATE TABLE evaluation (
  evaluation_id INTEGER PRIMARY KEY, -- key
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout that was judged
  device_id  INTEGER REFERENCES device, -- where; NULL when a file does not say
  outcome    TEXT NOT NULL CHECK (outcome IN ('no_code','parse','compile','launch','crash','timeout', -- the verdict
             'wrong_shape','nan','mismatch','cheat','measured','infra')),
  cheat_kind TEXT,                     -- which check refused it
  compiled   INTEGER NOT NULL CHECK (compiled IN (0, 1)), -- 1 when the compiler accepted it
  correct    INTEGER NOT NULL CHECK (correct IN (0, 1)), -- 1 when every trial passed and no check refused it
  message    TEXT,                     -- one line: why
  log_blob_id INTEGER REFERENCES blob, -- compile log
  signal     INTEGER,                  -- that ended the candidate
  fault_address TEXT,                  -- hex
  fault_place   TEXT,                  -- buffer and distance, where known
  task_case  TEXT CHECK (task_case IN ('tiny','cpu','full')), -- sizes of the inputs
  eval_mode  TEXT CHECK (eval_mode IN ('fast','full')), -- number of trials
  input_seed INTEGER,                  -- of the inputs; secret while the candidate ran
  trials_run    INTEGER, -- correctness trials made
  trials_passed INTEGER, -- of them within tolerance
  max_abs_err REAL, -- largest |got - want|
  max_rel_err REAL, -- largest |got - want| / |want|
  matched_share REAL,                  -- elements within tolerance / elements
  worst_index INTEGER,                 -- element with the largest error
  discarded_samples INTEGER NOT NULL DEFAULT 0, -- disturbed timings that were measured again
  compile_ms REAL, -- wall clock of the compiler
  compile_cached INTEGER CHECK (compile_cached IN (0, 1)), -- 1 when the compiled object was reused
  total_ms   REAL,                     -- wall clock of the whole evaluation
  artifact_sha256 TEXT,                -- of the compiled object
  import_source_id INTEGER REFERENCES import_source, -- file the verdict was read from
  created_at TEXT NOT NULL, kind TEXT, launch_count INTEGER CHECK (launch_count >= 0), speedup_lower REAL CHECK (speedup_lower > 0), speedup_upper REAL CHECK (speedup_upper >= speedup_lower), interval_level REAL, interval_kind TEXT, interval_processes INTEGER CHECK (interval_processes >= 2), same_as_baseline INTEGER CHECK (same_as_baseline IN (0, 1)), purpose TEXT CHECK (purpose IN ('confirm')), inputs TEXT, rule TEXT, checksum INTEGER, correct_trials INTEGER CHECK (correct_trials > 0), timed_runs INTEGER CHECK (timed_runs > 0), own_share REAL CHECK (own_share >= 0), why_no_speedup TEXT, precision_class TEXT CHECK (precision_class IN ('fp32', 'tf32', 'half')), verdict_sha256 TEXT CHECK (length(verdict_sha256) = 64),            -- UTC
  CHECK (correct = (outcome = 'measured') OR import_source_id IS NOT NULL)
) STRICT;
CREATE INDEX evaluation_rollout ON evaluation (rollout_id);
CREATE TABLE measurement (
  measurement_id INTEGER PRIMARY KEY, -- key
  evaluation_id  INTEGER NOT NULL REFERENCES evaluation, -- evaluation it was made in
  subject   TEXT NOT NULL CHECK (subject IN ('candidate','baseline')), -- what was timed
  baseline  TEXT,               -- name of the baseline when subject is 'baseline'
  method    TEXT NOT NULL,      -- 'cpu_wall', 'cuda_event', ..., 'imported'
  n_samples INTEGER,            -- NULL when a file gives none
  samples_us BLOB,              -- n_samples little-endian float64; NULL when only a summary is known
  runtime_us REAL NOT NULL CHECK (runtime_us > 0), -- the location that is scored
  statistic  TEXT NOT NULL CHECK (statistic IN ('median','mean')), -- what runtime_us is
  min_us REAL, -- smallest sample
  max_us REAL, -- largest sample
  std_us REAL, checksum INTEGER,                  -- ddof as in the source; own ones ddof 1
  UNIQUE (evaluation_id, subject),
  CHECK (samples_us IS NULL OR length(samples_us) = 8 * n_samples)
) STRICT;
CREATE TABLE evidence (
  evaluation_id INTEGER NOT NULL REFERENCES evaluation, -- evaluation it was found in
  position INTEGER NOT NULL,   -- order of the checks
  kind   TEXT NOT NULL,        -- which check
  value  REAL,                 -- NULL when not finite: see detail
  bound  REAL, -- what value was compared with
  unit   TEXT NOT NULL DEFAULT '', -- of value and bound
  pass   INTEGER NOT NULL CHECK (pass IN (0, 1)), -- 1 when the check was satisfied
  detail TEXT, checksum INTEGER,                 -- one line for people
  PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE baseline (
  baseline_id INTEGER PRIMARY KEY, -- key
  name     TEXT    NOT NULL,            -- 'reference', 'torch_eager', ...
  hardware TEXT    NOT NULL DEFAULT '', -- as the source names it
  task_id  INTEGER NOT NULL REFERENCES task, -- task that was timed
  device_id INTEGER REFERENCES device, -- where; NULL for imports
  import_source_id INTEGER REFERENCES import_source, -- file it was read from
  runtime_us REAL CHECK (runtime_us > 0), -- NULL: the source says it was not measured
  statistic TEXT NOT NULL DEFAULT 'mean' CHECK (statistic IN ('median','mean')), -- what runtime_us is
  min_us REAL, -- smallest sample
  max_us REAL, -- largest sample
  std_us REAL, -- standard deviation as in the source
  n_samples INTEGER, -- NULL when a file gives none
  extra  TEXT CHECK (extra IS NULL OR json_valid(extra)), checksum INTEGER, -- JSON: unknown fields of an import, verbatim
  UNIQUE (name, hardware, task_id)
) STRICT;
CREATE TABLE profile_kernel (
  evaluation_id INTEGER NOT NULL REFERENCES evaluation, -- evaluation it was profiled in
  position INTEGER NOT NULL,  -- launch order
  name     TEXT NOT NULL,     -- kernel
  device_us REAL,             -- time on the device
  counters TEXT CHECK (counters IS NULL OR json_valid(counters)), checksum INTEGER, -- JSON: hardware counters by name
  PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE reward (
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout
  recipe     TEXT    NOT NULL, -- 'speedup', 'normalized', ...
  value      REAL    NOT NULL, -- as used for the update
  advantage  REAL, checksum INTEGER, median REAL,             -- NULL when no update used it
  PRIMARY KEY (rollout_id, recipe)
) STRICT, WITHOUT ROWID;
CREATE TABLE judge (
  judge_id   INTEGER PRIMARY KEY, -- key
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout that was judged
  model_id   INTEGER NOT NULL REFERENCES model, -- who judged
  correctness REAL CHECK (correctness BETWEEN 0 AND 1), -- its belief that the kernel is correct
  compilability REAL CHECK (compilability BETWEEN 0 AND 1), -- its belief that the kernel compiles
  speed      REAL CHECK (speed BETWEEN 0 AND 1), -- its belief that the kernel is fast
  answer_blob_id INTEGER REFERENCES blob -- as the judge answered
, judge_setup_id INTEGER REFERENCES judge_setup, malformed INTEGER NOT NULL DEFAULT 0 CHECK (malformed IN (0, 1)), problem TEXT, repairs TEXT, reason TEXT, tries INTEGER, prompt_blob_id INTEGER REFERENCES blob, prompt_tokens INTEGER, completion_tokens INTEGER, created_at TEXT, checksum INTEGER) STRICT;
CREATE INDEX judge_rollout ON judge (rollout_id);
CREATE TABLE ledger (
  run_id INTEGER NOT NULL REFERENCES run, -- run
  step   INTEGER NOT NULL, -- step of the run
  rollouts          INTEGER NOT NULL, -- rollouts drawn
  prompt_tokens     INTEGER NOT NULL, -- tokens read
  completion_tokens INTEGER NOT NULL, -- tokens written
  teacher_tokens    INTEGER NOT NULL DEFAULT 0, -- tokens scored by a teacher
  evaluate_seconds  REAL NOT NULL, -- summed over workers
  wall_seconds      REAL NOT NULL, checksum INTEGER, -- of the step
  PRIMARY KEY (run_id, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE amendment (
  amendment_id INTEGER PRIMARY KEY, -- key
  table_name TEXT NOT NULL, -- table of the row that was corrected
  row_key    TEXT NOT NULL, -- its key
  field      TEXT NOT NULL, -- column
  old_value  TEXT, -- value before; NULL when it was NULL
  new_value  TEXT, -- value after
  who        TEXT NOT NULL, -- who corrected it
  why        TEXT NOT NULL, -- reason
  at         TEXT NOT NULL -- UTC
) STRICT;
CREATE VIRTUAL TABLE blob_search USING fts5(text, content='blob', content_rowid='blob_id', tokenize='trigram', detail='none', columnsize=0);
CREATE INDEX rollout_completion ON rollout (completion_blob_id) WHERE completion_blob_id IS NOT NULL;
CREATE INDEX rollout_prompt ON rollout (prompt_blob_id) WHERE prompt_blob_id IS NOT NULL;
CREATE INDEX rollout_action ON rollout (action_blob_id) WHERE action_blob_id IS NOT NULL AND code_blob_id IS NULL;
CREATE INDEX evaluation_log ON evaluation (log_blob_id) WHERE log_blob_id IS NOT NULL;
CREATE TABLE attempt (
  attempt_id INTEGER PRIMARY KEY, -- key
  run_id  INTEGER NOT NULL REFERENCES run, -- run that asked
  step    INTEGER NOT NULL CHECK (step >= 0), -- of the sample that was asked for
  task_id INTEGER NOT NULL REFERENCES task, -- of the sample that was asked for
  turn    INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0), -- of the sample that was asked for
  sample  INTEGER NOT NULL CHECK (sample >= 0), -- index within (run, step, task, turn)
  attempt INTEGER NOT NULL CHECK (attempt >= 1), -- which try for this sample, over all processes
  request_sha256 TEXT NOT NULL CHECK (length(request_sha256) = 64), -- of the body that was sent
  sent_at  TEXT NOT NULL, -- UTC
  ended_at TEXT,          -- UTC; NULL while it is under way, or when nobody saw its end
  end_kind TEXT CHECK (end_kind IN ('answered', 'no connection', 'timed out', 'cut', 'too large', 'untrusted', 'failed')), -- how it ended
  status   INTEGER,       -- of HTTP; NULL when no status line came
  detail   TEXT,          -- one line when it was not answered
  request_id TEXT,        -- the server's name for it
  first_byte_ms REAL,     -- from the send to the first byte of the answer
  total_ms REAL,          -- from the send to the end
  rollout_id INTEGER REFERENCES rollout, -- what came of it
  response BLOB, checksum INTEGER,          -- bytes of the answer as they came, the key replaced by asterisks; NULL when they are not kept
  UNIQUE (run_id, step, task_id, turn, sample, attempt)
) STRICT;
CREATE INDEX attempt_rollout ON attempt (rollout_id) WHERE rollout_id IS NOT NULL;
CREATE TABLE judge_setup (
  judge_setup_id INTEGER PRIMARY KEY, -- key
  sha256   TEXT    NOT NULL UNIQUE CHECK (length(sha256) = 64), -- of model, template and config
  model_id INTEGER NOT NULL REFERENCES model, -- who judges
  template TEXT    NOT NULL, -- name of the question's template
  template_sha256 TEXT NOT NULL CHECK (length(template_sha256) = 64), -- of the template and its parts
  config   TEXT    NOT NULL CHECK (json_valid(config)), -- JSON: sampling settings that shape an answer
  server   TEXT    CHECK (server IS NULL OR json_valid(server)) -- JSON: what the judge's server is and can, as probed
, checksum INTEGER) STRICT;
CREATE UNIQUE INDEX judge_once ON judge (judge_setup_id, rollout_id) WHERE judge_setup_id IS NOT NULL;
CREATE TABLE judge_attempt (
  judge_attempt_id INTEGER PRIMARY KEY, -- key
  judge_setup_id INTEGER NOT NULL REFERENCES judge_setup, -- how it was asked
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout that was asked about
  attempt  INTEGER NOT NULL CHECK (attempt >= 1), -- which request for this rollout, over all processes
  request_sha256 TEXT NOT NULL CHECK (length(request_sha256) = 64), -- of the body that was sent
  sent_at  TEXT NOT NULL, -- UTC
  ended_at TEXT,          -- UTC; NULL while it is under way, or when nobody saw its end
  end_kind TEXT CHECK (end_kind IN ('answered', 'no connection', 'timed out', 'cut', 'too large', 'untrusted', 'failed')), -- how it ended
  status   INTEGER,       -- of HTTP; NULL when no status line came
  detail   TEXT,          -- one line when it was not answered
  request_id TEXT,        -- the server's name for it
  first_byte_ms REAL,     -- from the send to the first byte of the answer
  total_ms REAL,          -- from the send to the end
  problem  TEXT,          -- why the answer could not be read as a judgement; NULL when it could, or none came
  response BLOB, checksum INTEGER,          -- bytes of the answer as they came, the key replaced by asterisks; NULL when they are not kept
  UNIQUE (judge_setup_id, rollout_id, attempt)
) STRICT;
CREATE TABLE feedback (
  rollout_id INTEGER NOT NULL PRIMARY KEY REFERENCES rollout, -- turn that it is about
  evaluation_id INTEGER NOT NULL REFERENCES evaluation, -- verdict that it reports
  template_sha256 TEXT NOT NULL CHECK (length(template_sha256) = 64), -- of template, wording and budget: its version
  blob_id INTEGER NOT NULL REFERENCES blob -- the text, as later turns are shown it
, checksum INTEGER) STRICT;
CREATE TABLE conversation_turn (
  rollout_id INTEGER NOT NULL PRIMARY KEY REFERENCES rollout, -- a turn after the first
  parent_id INTEGER NOT NULL REFERENCES rollout, -- turn whose feedback it answers: the last that it was shown
  shown TEXT NOT NULL CHECK (json_valid(shown)), -- JSON array: turns whose answers and feedback it was shown, in order
  n_dropped INTEGER NOT NULL CHECK (n_dropped >= 0) -- turns before them left out because the context was exceeded
, checksum INTEGER) STRICT;
CREATE INDEX conversation_turn_parent ON conversation_turn (parent_id);
CREATE TABLE conversation_end (
  run_id  INTEGER NOT NULL REFERENCES run, -- run
  step    INTEGER NOT NULL CHECK (step >= 0), -- step of the conversation
  task_id INTEGER NOT NULL REFERENCES task, -- task of the conversation
  sample  INTEGER NOT NULL CHECK (sample >= 0), -- index within (run, step, task)
  turn    INTEGER NOT NULL CHECK (turn >= 1), -- first turn that was not asked for
  reason  TEXT NOT NULL CHECK (reason IN ('context','tokens')), checksum INTEGER, -- context exceeded by the last turn alone; token budget spent
  PRIMARY KEY (run_id, step, task_id, sample)
) STRICT, WITHOUT ROWID;
CREATE TABLE profile (
  evaluation_id INTEGER NOT NULL PRIMARY KEY REFERENCES evaluation, -- evaluation it belongs to
  why_not_counted TEXT,  -- why there are no counters; NULL when there are
  span_us   REAL,        -- from the start of the first kernel to the end of the last one, by activity records
  task_bytes REAL,       -- bytes of memory traffic that the task cannot do without
  task_flops REAL,       -- operations that the task cannot do without
  copy_bytes_per_s REAL, -- of the device, measured: bytes read plus bytes written by a large copy
  peak_flop_per_s  REAL  -- of the device, stated: single precision without matrix units
, checksum INTEGER) STRICT;
CREATE TABLE kernel_counters (
  evaluation_id INTEGER NOT NULL REFERENCES evaluation, -- evaluation it was profiled in
  position INTEGER NOT NULL, -- of the kernel in profile_kernel
  grid TEXT, -- blocks, 'x,y,z'
  block TEXT, -- threads of a block, 'x,y,z'
  registers INTEGER, -- of a thread
  shared_bytes INTEGER, -- shared memory of a block, static and dynamic
  local_bytes INTEGER, -- local memory of a thread: spilled registers and arrays
  time_ns REAL, -- nanoseconds while counting, longer than without
  dram_read_bytes REAL, -- bytes read from the device's memory
  dram_write_bytes REAL, -- bytes written to it before the kernel ended; what was still in the cache is not among them
  l2_bytes REAL, -- bytes that the second-level cache moved
  l2_read_sectors REAL, -- of 32 bytes; one that crosses the halves of the cache counts twice
  l2_write_sectors REAL, -- of 32 bytes, likewise
  occupancy_percent REAL, -- warps in flight, of what the multiprocessors can hold
  issue_percent REAL, -- instruction slots used
  tensor_float REAL, -- warp instructions of the matrix units on floating point types
  tensor_moves REAL, -- of these such as compilers load constants with
  tensor_integer REAL, -- warp instructions of the matrix units on integers and bits
  fadd REAL, -- thread instructions: additions of floats
  fmul REAL, -- multiplications of floats
  ffma REAL, -- fused multiplications and additions of floats
  dadd REAL, -- additions of doubles
  dmul REAL, -- multiplications of doubles
  dfma REAL, -- fused ones of doubles
  hadd REAL, -- additions of halves
  hmul REAL, -- multiplications of halves
  hfma REAL, checksum INTEGER, -- fused ones of halves, with which compilers load constants as well
  PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE measurement_clock (
  measurement_id INTEGER NOT NULL PRIMARY KEY REFERENCES measurement, -- measurement it belongs to
  n_throttled INTEGER NOT NULL, -- samples that were measured again because the clock was held back
  clocks_mhz  BLOB NOT NULL     -- little-endian float64 for each of samples_us: the clock right after it; NaN when unread
, checksum INTEGER) STRICT;
CREATE TABLE exchange (
  exchange_id TEXT NOT NULL PRIMARY KEY CHECK (length(exchange_id) = 32), -- 32 hex digits, the answer's header X-Rollbook-Exchange
  attempt_id  INTEGER UNIQUE REFERENCES attempt, -- its times, its end and the bytes of its answer; NULL for an evaluation
  evaluation_id INTEGER UNIQUE REFERENCES evaluation, -- what was answered to POST /evaluate; NULL for a completion
  api  TEXT NOT NULL, -- chat, completions, responses, generate, llama.cpp, ollama-chat, ollama-generate, evaluate
  path TEXT NOT NULL, -- that the server was asked for, without its query
  streamed   INTEGER NOT NULL CHECK (streamed IN (0, 1)), -- 1 when the answer came in pieces
  n_rollouts INTEGER NOT NULL CHECK (n_rollouts >= 0), -- completions in the answer
  request BLOB, -- body as it was sent, keys replaced by asterisks; NULL when it is not kept
  tags    TEXT NOT NULL CHECK (json_valid(tags)), checksum INTEGER, -- JSON: what the client said about it
  CHECK ((attempt_id IS NULL) <> (evaluation_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE fact_cell (
  run_id  INTEGER NOT NULL, -- run
  task_id INTEGER NOT NULL, -- task
  step    INTEGER NOT NULL, -- step of the run
  epoch   INTEGER NOT NULL, -- raised by what changes a rollout of the cell, its evaluations or their measurements
  packed  INTEGER,          -- epoch that all below was made from: it counts when the two are equal; NULL: never made
  n_rollouts INTEGER,       -- rollouts, of every turn
  n_unscored INTEGER,       -- rollouts that await evaluation, or whose evaluation is 'infra'
  n          INTEGER,       -- scored samples; of several turns the last scored one stands
  n_compiled INTEGER,       -- samples that compiled
  n_correct  INTEGER,       -- samples that are correct
  n_timed    INTEGER,       -- samples with a speedup: correct, and timed beside a baseline
  n_fast_1   INTEGER,       -- samples with a speedup above 1
  best_speedup REAL,        -- largest speedup; NULL when no sample has one
  data_id    INTEGER,       -- row of fact_data
  PRIMARY KEY (run_id, task_id, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE fact_data (
  data_id INTEGER PRIMARY KEY, -- key
  columns BLOB NOT NULL        -- packed as src/store/fact_pack.h says
) STRICT;
CREATE TRIGGER fact_rollout_insert BEFORE INSERT ON rollout BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND ((run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step)
                            OR (run_id, task_id, step) IN (SELECT run_id, task_id, step FROM rollout WHERE rollout_id = NEW.rollout_id));
  INSERT INTO fact_cell (run_id, task_id, step, epoch) SELECT NEW.run_id, NEW.task_id, NEW.step, 1
  WHERE NOT EXISTS (SELECT 1 FROM fact_cell WHERE run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step);
END;
CREATE TRIGGER fact_rollout_update BEFORE UPDATE ON rollout BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND ((run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step)
                            OR (run_id, task_id, step) IN (SELECT run_id, task_id, step FROM rollout
                                                           WHERE rollout_id IN (OLD.rollout_id, NEW.rollout_id)));
  INSERT INTO fact_cell (run_id, task_id, step, epoch) SELECT NEW.run_id, NEW.task_id, NEW.step, 1
  WHERE NOT EXISTS (SELECT 1 FROM fact_cell WHERE run_id = NEW.run_id AND task_id = NEW.task_id AND step = NEW.step);
END;
CREATE TRIGGER fact_rollout_delete BEFORE DELETE ON rollout BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND run_id = OLD.run_id AND task_id = OLD.task_id AND step = OLD.step;
END;
CREATE TRIGGER fact_evaluation_insert BEFORE INSERT ON evaluation BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT run_id, task_id, step FROM rollout
      WHERE rollout_id = NEW.rollout_id OR rollout_id = (SELECT rollout_id FROM evaluation WHERE evaluation_id = NEW.evaluation_id));
END;
CREATE TRIGGER fact_evaluation_update BEFORE UPDATE ON evaluation BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT run_id, task_id, step FROM rollout
      WHERE rollout_id IN (OLD.rollout_id, NEW.rollout_id)
         OR rollout_id = (SELECT rollout_id FROM evaluation WHERE evaluation_id = NEW.evaluation_id));
END;
CREATE TRIGGER fact_evaluation_delete BEFORE DELETE ON evaluation BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (SELECT run_id, task_id, step FROM rollout WHERE rollout_id = OLD.rollout_id);
END;
CREATE TRIGGER fact_measurement_insert BEFORE INSERT ON measurement BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT r.run_id, r.task_id, r.step FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE e.evaluation_id = NEW.evaluation_id
         OR e.evaluation_id = (SELECT evaluation_id FROM measurement WHERE measurement_id = NEW.measurement_id));
END;
CREATE TRIGGER fact_measurement_update BEFORE UPDATE ON measurement BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT r.run_id, r.task_id, r.step FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE e.evaluation_id IN (OLD.evaluation_id, NEW.evaluation_id)
         OR e.evaluation_id = (SELECT evaluation_id FROM measurement WHERE measurement_id = NEW.measurement_id));
END;
CREATE TRIGGER fact_measurement_delete BEFORE DELETE ON measurement BEGIN
  UPDATE fact_cell SET epoch = epoch + 1
  WHERE packed = epoch AND (run_id, task_id, step) IN (
      SELECT r.run_id, r.task_id, r.step FROM evaluation e JOIN rollout r ON r.rollout_id = e.rollout_id
      WHERE e.evaluation_id = OLD.evaluation_id);
END;
CREATE TABLE declaration (
  declaration_id INTEGER PRIMARY KEY, -- key
  name        TEXT    NOT NULL, -- how runs and reports refer to it
  version     INTEGER NOT NULL CHECK (version >= 1), -- 1 is what was declared first; later ones are amendments
  content     TEXT    NOT NULL CHECK (json_valid(content)), -- JSON with sorted keys: estimand, methods, budget, seeds, tasks, test, alpha, looks, stopping
  sha256      TEXT    NOT NULL, -- of the content
  estimand    TEXT    NOT NULL, -- what each run gives a task, as compare --methods names it; this and what follows to tasks is read from the content
  test        TEXT    NOT NULL, -- of the differences, sign-flip
  threshold   REAL    NOT NULL CHECK (threshold > 0), -- a rollout is fast above it
  ge          INTEGER NOT NULL CHECK (ge IN (0, 1)), -- 1 when it is fast at the threshold as well
  budget      INTEGER NOT NULL CHECK (budget >= 1), -- rollouts a task and run
  alpha       REAL    NOT NULL CHECK (alpha > 0 AND alpha < 0.5), -- level of the study; each look is tested at alpha / looks
  looks       INTEGER NOT NULL CHECK (looks >= 1), -- at the data, the last one included
  stopping    TEXT    NOT NULL, -- when the study ends, in words
  methods     TEXT    NOT NULL CHECK (json_valid(methods)), -- JSON array of names
  seeds       TEXT    NOT NULL CHECK (json_valid(seeds)), -- JSON array of integers
  tasks       TEXT    NOT NULL CHECK (json_valid(tasks)), -- JSON array of l1/4, ...
  why         TEXT CHECK ((why IS NULL) = (version = 1)), -- reason of an amendment; NULL for the first version
  declared_at TEXT    NOT NULL, checksum INTEGER, -- UTC
  UNIQUE (name, version)
) STRICT;
CREATE TRIGGER declaration_not_changed BEFORE UPDATE ON declaration
BEGIN
  SELECT RAISE(ABORT, 'a declaration is never changed: declare an amendment');
END;
CREATE TRIGGER declaration_not_deleted BEFORE DELETE ON declaration
BEGIN
  SELECT RAISE(ABORT, 'a declaration is never deleted');
END;
CREATE TABLE declared_run (
  run_id         INTEGER PRIMARY KEY REFERENCES run, -- run
  declaration_id INTEGER NOT NULL REFERENCES declaration, -- the version that stood when the run began
  method         TEXT    NOT NULL -- which of its methods the run is of
, attached_at TEXT, checksum INTEGER) STRICT;
CREATE TABLE look (
  look_id        INTEGER PRIMARY KEY, -- key
  declaration_id INTEGER NOT NULL REFERENCES declaration, -- the version that stood
  number         INTEGER NOT NULL CHECK (number >= 1), -- 1 is the first look at the data of a declaration of this name
  runs           TEXT    NOT NULL CHECK (json_valid(runs)), -- JSON object: the runs of each method that were looked at
  n_rollouts     INTEGER NOT NULL CHECK (n_rollouts >= 0), -- scored ones of these runs
  data_sha256    TEXT    NOT NULL, -- of these rollouts, as reports name it
  alpha_spent    REAL    NOT NULL CHECK (alpha_spent > 0 AND alpha_spent < 0.5), -- the level that the look was tested at
  statistic      TEXT    NOT NULL CHECK (json_valid(statistic)), -- JSON array, one object a pair: difference, its interval, p_holm, tasks
  n_rejected     INTEGER NOT NULL CHECK (n_rejected >= 0), -- pairs whose null of no difference was rejected
  taken_at       TEXT    NOT NULL, checksum INTEGER, -- UTC
  UNIQUE (declaration_id, number)
) STRICT;
CREATE TRIGGER look_not_changed BEFORE UPDATE ON look
BEGIN
  SELECT RAISE(ABORT, 'a look is never changed: the data were seen');
END;
CREATE TRIGGER look_not_deleted BEFORE DELETE ON look
BEGIN
  SELECT RAISE(ABORT, 'a look is never deleted: the data were seen');
END;
CREATE TABLE sample_mask (
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout that the update left out
  filter     TEXT    NOT NULL, -- which filter
  value      REAL, -- what the filter saw; NULL when it compares nothing
  bound      REAL, checksum INTEGER, -- what value was compared with
  PRIMARY KEY (rollout_id, filter)
) STRICT, WITHOUT ROWID;
CREATE TABLE guard (
  run_id      INTEGER NOT NULL REFERENCES run, -- run
  step        INTEGER NOT NULL, -- step whose rollouts, or whose update, were measured
  metric      TEXT    NOT NULL, -- kl, correct, ...
  action      TEXT    NOT NULL CHECK (action IN ('warn','rollback','stop')), -- what happens beyond the bound
  measured_on TEXT    NOT NULL CHECK (measured_on IN ('rollouts','update')), -- what the metric is of
  value       REAL, -- NULL when it is not known, which is beyond nothing
  bound       REAL    NOT NULL, -- from where on it fires
  fired       INTEGER NOT NULL CHECK (fired IN (0, 1)), checksum INTEGER, -- 1 when value lay beyond bound
  PRIMARY KEY (run_id, step, metric, action)
) STRICT, WITHOUT ROWID;
CREATE TABLE demonstration (
  run_id     INTEGER NOT NULL REFERENCES run, -- run that learned
  rollout_id INTEGER NOT NULL REFERENCES rollout, -- rollout of its teacher
  part       TEXT    NOT NULL CHECK (part IN ('train', 'held', 'left out')), -- learned from; only scored, for the held-out loss; neither
  position   INTEGER, -- order before shuffling; NULL when left out
  reason     TEXT, -- why left out: 'not correct', 'held out', ...
  checksum   INTEGER, -- of the row as it was written, without keys
  PRIMARY KEY (run_id, rollout_id),
  CHECK ((part = 'left out') = (reason IS NOT NULL) AND (part = 'left out') = (position IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE prompt_tokens (
  prompt_tokens_id INTEGER PRIMARY KEY, -- key
  sha256    TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64), -- of tokenizer, its settings and the messages
  tokenizer TEXT NOT NULL, -- who rendered and encoded
  n_tokens  INTEGER NOT NULL CHECK (n_tokens > 0), -- how many ids
  token_ids BLOB NOT NULL CHECK (length(token_ids) = 4 * n_tokens), -- little-endian int32
  checksum  INTEGER -- of the row as it was written, without keys
) STRICT;
CREATE TABLE trainer_request (
  trainer_request_id INTEGER PRIMARY KEY, -- key
  run_id    INTEGER NOT NULL REFERENCES run, -- run that asked, or whose samples are scored
  operation TEXT NOT NULL CHECK (operation IN ('score', 'forward', 'forward_backward', 'optim_step')), -- what was asked
  content_sha256 TEXT NOT NULL CHECK (length(content_sha256) = 64), -- of what was asked, without the names of one process
  n_sequences INTEGER NOT NULL, -- in the request
  n_tokens  INTEGER NOT NULL, -- of these, prompts included
  sent_at   TEXT NOT NULL, -- UTC
  request_id TEXT, -- the server's name for the result; NULL when none was promised
  ended_at  TEXT, -- UTC; NULL while it is under way, or when nobody saw its end
  failure   TEXT, -- why there is no result; NULL: there is, or its end was not seen
  checksum  INTEGER -- of the row as it was written, without keys
) STRICT;
CREATE INDEX trainer_request_open ON trainer_request (content_sha256) WHERE ended_at IS NULL;
CREATE TABLE session (
  session_id INTEGER PRIMARY KEY, -- key
  name       TEXT NOT NULL UNIQUE, -- how commands refer to it
  kind       TEXT NOT NULL, -- form of the transcript: claude-code, codex, pi, atif, verifiers
  uid        TEXT NOT NULL, -- the transcript's own name of the session
  agent      TEXT, -- program that ran; NULL when the transcript does not say
  version    TEXT, -- of the agent
  model      TEXT, -- that the session began with; steps name their own
  task       TEXT, -- as the transcript states it
  reward     REAL, -- as the transcript states it
  cost_usd   REAL, -- of the whole, as the transcript states it
  unknown_lines INTEGER NOT NULL DEFAULT 0, -- records of kinds that the importer does not know
  unknown    TEXT, -- these kinds
  run_id     INTEGER REFERENCES run, -- run of the verdicts that stand in its tool results; NULL: none do
  import_source_id INTEGER NOT NULL REFERENCES import_source, -- first file that it was read from
  checksum   INTEGER, -- of the row as it was written, without keys
  UNIQUE (kind, uid)
) STRICT;
CREATE TABLE session_step (
  session_step_id INTEGER PRIMARY KEY, -- key
  session_id INTEGER NOT NULL REFERENCES session, -- session
  uid      TEXT NOT NULL, -- the transcript's name of the message, else its line
  line     INTEGER NOT NULL, -- of the file, from 1; in a list the position
  at       TEXT, -- UTC, as the transcript says
  role     TEXT NOT NULL CHECK (role IN ('system', 'user', 'assistant')), -- who spoke
  sub_agent TEXT, -- which sub-agent; NULL: the agent itself
  model    TEXT, -- that answered
  text_blob_id INTEGER REFERENCES blob, -- what was said, without tool calls
  input_tokens INTEGER CHECK (input_tokens >= 0), -- read by the model, without those of the cache
  cache_read_tokens INTEGER CHECK (cache_read_tokens >= 0), -- read from the cache
  cache_write_tokens INTEGER CHECK (cache_write_tokens >= 0), -- written to the cache
  output_tokens INTEGER CHECK (output_tokens >= 0), -- written by the model, with those of reasoning
  reasoning_tokens INTEGER CHECK (reasoning_tokens >= 0), -- of output_tokens
  cost_usd REAL CHECK (cost_usd >= 0), -- of this step, as the transcript states it
  copied   INTEGER NOT NULL DEFAULT 0 CHECK (copied IN (0, 1)), -- 1: copied from another session, whose step counts
  checksum INTEGER, -- of the row as it was written, without keys
  UNIQUE (session_id, uid)
) STRICT;
CREATE INDEX session_step_uid ON session_step (uid);
CREATE TABLE session_call (
  session_call_id INTEGER PRIMARY KEY, -- key
  session_step_id INTEGER NOT NULL REFERENCES session_step, -- step that asked for it
  number   INTEGER NOT NULL, -- order within the step, from 0
  uid      TEXT, -- the transcript's name of the call
  tool     TEXT NOT NULL, -- name of the tool
  arguments_blob_id INTEGER REFERENCES blob, -- as the model wrote them
  result_blob_id INTEGER REFERENCES blob, -- what the tool answered; NULL: no answer is there
  failed   INTEGER CHECK (failed IN (0, 1)), -- 1 when the tool said so; NULL: no answer is there
  checksum INTEGER, -- of the row as it was written, without keys
  UNIQUE (session_step_id, number)
) STRICT;
CREATE TABLE session_code (
  session_call_id INTEGER NOT NULL REFERENCES session_call, -- call that wrote it
  number   INTEGER NOT NULL, -- order within the call, from 0
  path     TEXT NOT NULL, -- of the file; '' for a text that went to a tool
  how      TEXT NOT NULL CHECK (how IN ('write', 'edit', 'patch', 'shell', 'argument')), -- by which means
  code_blob_id INTEGER NOT NULL REFERENCES blob, -- the file's text after the call
  checksum INTEGER, -- of the row as it was written, without keys
  PRIMARY KEY (session_call_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_code_blob ON session_code (code_blob_id);
CREATE TABLE agent_call (
  call_id  TEXT NOT NULL PRIMARY KEY CHECK (length(call_id) = 32), -- 32 hex digits, as the server named it
  run_id   INTEGER NOT NULL REFERENCES run, -- run of the session
  tool     TEXT NOT NULL, -- name of the tool
  arguments TEXT NOT NULL CHECK (json_valid(arguments)), -- JSON as sent, with a kernel's SHA-256 for its text
  failed   INTEGER NOT NULL CHECK (failed IN (0, 1)), -- 1 when the tool said so
  answer   TEXT NOT NULL, -- its first 2,000 bytes
  evaluation_id INTEGER REFERENCES evaluation, -- that it made; NULL: none
  began_at TEXT NOT NULL, -- UTC
  took_ms  REAL NOT NULL, -- until its answer
  checksum INTEGER -- of the row as it was written, without keys
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_call_run ON agent_call (run_id);
