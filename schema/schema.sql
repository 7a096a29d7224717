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
  sha256      TEXT, kind TEXT, module_blob_id INTEGER REFERENCES blob, origin TEXT, flops REAL, bytes REAL, work_unknown TEXT, label TEXT GENERATED ALWAYS AS (CASE WHEN suite = 'completions' AND name = 'untagged' THEN name ELSE 'l' || level || '/' || problem_id END) VIRTUAL, checksum INTEGER,              -- of manifest and kernels; NULL for tasks known by number only
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
  created_at TEXT NOT NULL, kind TEXT, launch_count INTEGER CHECK (launch_count >= 0), speedup_lower REAL CHECK (speedup_lower > 0), speedup_upper REAL CHECK (speedup_upper >= speedup_lower), interval_level REAL, interval_kind TEXT, interval_processes INTEGER CHECK (interval_processes >= 2), same_as_baseline INTEGER CHECK (same_as_baseline IN (0, 1)), purpose TEXT CHECK (purpose IN ('confirm')), inputs TEXT, rule TEXT, checksum INTEGER, correct_trials INTEGER CHECK (correct_trials > 0), timed_runs INTEGER CHECK (timed_runs > 0), own_share REAL CHECK (own_share >= 0),            -- UTC
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
CREATE VIRTUAL TABLE blob_search USING fts5(text, content='blob', content_rowid='blob_id', tokenize='trigram', detail='none', columnsize=0)
/* blob_search(text) */;
CREATE TABLE IF NOT EXISTS 'blob_search_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE IF NOT EXISTS 'blob_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS 'blob_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
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
LEFT JOIN import_source i ON i.import_source_id = r.import_source_id
/* v_run(run_id,run,strategy,status,model,model_revision,seed,temperature,k,n_steps,task_case,eval_mode,baseline,split,split_hash,backend,device,compiler,flags,cores,code_version,config,argv,libraries,import_format,import_path,started_at,finished_at) */;
CREATE VIEW v_task AS
SELECT task_id, label AS task, suite, level, problem_id, name, family, sha256,
       kind, origin, flops, bytes, work_unknown, (SELECT b.text FROM blob b WHERE b.blob_id = module_blob_id) AS module
FROM task
/* v_task(task_id,task,suite,level,problem_id,name,family,sha256,kind,origin,flops,bytes,work_unknown,module) */;
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
  AND b.runtime_us / c.runtime_us < 9e999
/* v_speedup(evaluation_id,rollout_id,runtime_us,baseline_runtime_us,baseline,speedup,speedup_lower,speedup_upper,within_noise,interval_level,interval_kind,interval_processes,same_as_baseline,purpose,why_no_interval) */;
CREATE VIEW v_evaluation AS
SELECT e.evaluation_id, e.rollout_id, r.run_id, run.name AS run, t.label AS task,
       r.step, r.turn, r.sample, e.outcome, e.cheat_kind, e.compiled, e.correct, e.message,
       c.runtime_us, b.runtime_us AS baseline_runtime_us, b.baseline,
       (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) AS speedup,
       e.speedup_lower, e.speedup_upper, e.speedup_lower <= 1 AND e.speedup_upper >= 1 AS within_noise,
       e.interval_level, e.interval_kind, e.interval_processes, e.same_as_baseline, e.purpose,
       c.n_samples, e.launch_count, e.own_share, e.trials_run, e.trials_passed, e.max_abs_err, e.max_rel_err, e.matched_share, e.worst_index,
       e.signal, e.fault_address, e.fault_place, e.task_case, e.eval_mode, e.correct_trials, e.timed_runs, e.input_seed, e.discarded_samples,
       e.compile_ms, e.compile_cached, e.total_ms, e.artifact_sha256,
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
LEFT JOIN device d ON d.device_id = e.device_id
/* v_evaluation(evaluation_id,rollout_id,run_id,run,task,step,turn,sample,outcome,cheat_kind,compiled,correct,message,runtime_us,baseline_runtime_us,baseline,speedup,speedup_lower,speedup_upper,within_noise,interval_level,interval_kind,interval_processes,same_as_baseline,purpose,n_samples,launch_count,own_share,trials_run,trials_passed,max_abs_err,max_rel_err,matched_share,worst_index,signal,fault_address,fault_place,task_case,eval_mode,correct_trials,timed_runs,input_seed,discarded_samples,compile_ms,compile_cached,total_ms,artifact_sha256,kind,grade,inputs,rule,compile_log,backend,device,primary_evaluation,created_at) */;
CREATE VIEW v_rollout AS
SELECT r.rollout_id, r.run_id, run.name AS run, run.strategy, run.seed, run.status AS run_status,
       r.task_id, t.label AS task, t.level, t.problem_id, t.name AS task_name, t.family,
       r.step, r.turn, r.sample, e.evaluation_id, e.outcome, e.cheat_kind,
       e.compiled, e.correct, c.runtime_us, b.runtime_us AS baseline_runtime_us, b.baseline,
       (SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = e.evaluation_id) AS speedup,
       e.speedup_lower, e.speedup_upper, e.speedup_lower <= 1 AND e.speedup_upper >= 1 AS within_noise,
       (SELECT coalesce((SELECT s.speedup FROM v_speedup s WHERE s.evaluation_id = x.evaluation_id), 0.0) FROM evaluation x
        WHERE x.rollout_id = r.rollout_id AND x.purpose = 'confirm' AND x.outcome <> 'infra'
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
LEFT JOIN blob l ON l.blob_id = e.log_blob_id
/* v_rollout(rollout_id,run_id,run,strategy,seed,run_status,task_id,task,level,problem_id,task_name,family,step,turn,sample,evaluation_id,outcome,cheat_kind,compiled,correct,runtime_us,baseline_runtime_us,baseline,speedup,speedup_lower,speedup_upper,within_noise,confirmed_speedup,prompt_tokens,completion_tokens,sum_logprob,mean_logprob,mean_surprisal,logprob_temperature,finish_reason,message,code_sha256,prompt,completion,"action",code,compile_log,extra) */;
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
JOIN task t ON t.task_id = b.task_id
/* v_timing(measurement_id,evaluation_id,rollout_id,run,task,step,turn,sample,subject,baseline,method,n_samples,runtime_us,statistic,min_us,max_us,std_us,samples_us,device) */;
CREATE VIEW v_reward AS
SELECT w.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       w.recipe, w.value, w.advantage, w.median
FROM reward w
JOIN rollout r ON r.rollout_id = w.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
/* v_reward(rollout_id,run,task,step,turn,sample,recipe,value,advantage,median) */;
CREATE VIEW v_stale AS
SELECT fact_cell.run_id, fact_cell.task_id, fact_cell.step FROM fact_cell WHERE packed IS NOT epoch
/* v_stale(run_id,task_id,step) */;
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
JOIN task t ON t.task_id = fact_cell.task_id
/* v_cell(run_id,run,strategy,task_id,task,level,problem_id,step,n_rollouts,n_unscored,n,n_compiled,n_correct,n_timed,n_fast_1,best_speedup) */;
CREATE VIEW v_attempt AS
SELECT a.attempt_id, run.name AS run, t.label AS task, a.step, a.turn, a.sample, a.attempt,
       a.sent_at, a.ended_at, a.end_kind, a.status, a.detail, a.request_id, a.first_byte_ms, a.total_ms, a.rollout_id,
       a.ended_at IS NULL AS unseen, length(a.response) AS response_bytes
FROM attempt a
JOIN run ON run.run_id = a.run_id
JOIN task t ON t.task_id = a.task_id
/* v_attempt(attempt_id,run,task,step,turn,sample,attempt,sent_at,ended_at,end_kind,status,detail,request_id,first_byte_ms,total_ms,rollout_id,unseen,response_bytes) */;
CREATE VIEW v_score AS
SELECT s.score_id, s.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       m.name AS model, c.sha256 AS checkpoint_sha256, s.role, s.temperature, s.semantics, s.aligned_by,
       s.n_tokens, s.sum_logprob, s.sum_logprob / s.n_tokens AS mean_logprob
FROM score s
JOIN rollout r ON r.rollout_id = s.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
JOIN model m ON m.model_id = c.model_id
/* v_score(score_id,rollout_id,run,task,step,turn,sample,model,checkpoint_sha256,role,temperature,semantics,aligned_by,n_tokens,sum_logprob,mean_logprob) */;
CREATE VIEW v_judge AS
SELECT j.judge_id, j.rollout_id, v.run, v.task, v.step, v.turn, v.sample, m.name AS judge, s.template, s.sha256 AS setup_sha256,
       j.correctness, j.compilability, j.speed, (j.correctness + j.compilability + j.speed) / 3 AS mean_score,
       j.malformed, j.problem, j.repairs, j.reason, j.tries, v.outcome, v.compiled, v.correct, v.speedup
FROM judge j
JOIN v_rollout v ON v.rollout_id = j.rollout_id
JOIN model m ON m.model_id = j.model_id
LEFT JOIN judge_setup s ON s.judge_setup_id = j.judge_setup_id
/* v_judge(judge_id,rollout_id,run,task,step,turn,sample,judge,template,setup_sha256,correctness,compilability,speed,mean_score,malformed,problem,repairs,reason,tries,outcome,compiled,correct,speedup) */;
CREATE VIEW v_turn AS
SELECT v.rollout_id, v.run, v.task, v.step, v.sample, v.turn, c.parent_id, c.shown, c.n_dropped, v.outcome, v.correct, v.speedup,
       v.prompt_tokens, v.completion_tokens, b.text AS feedback, f.template_sha256 AS feedback_sha256, x.reason AS end_reason
FROM v_rollout v
LEFT JOIN conversation_turn c ON c.rollout_id = v.rollout_id
LEFT JOIN feedback f ON f.rollout_id = v.rollout_id
LEFT JOIN blob b ON b.blob_id = f.blob_id
LEFT JOIN conversation_end x ON x.run_id = v.run_id AND x.step = v.step AND x.task_id = v.task_id AND x.sample = v.sample
                            AND x.turn = v.turn + 1
WHERE v.strategy = 'refine' OR c.rollout_id IS NOT NULL
/* v_turn(rollout_id,run,task,step,sample,turn,parent_id,shown,n_dropped,outcome,correct,speedup,prompt_tokens,completion_tokens,feedback,feedback_sha256,end_reason) */;
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
LEFT JOIN kernel_counters c ON c.evaluation_id = p.evaluation_id AND c.position = p.position
/* v_profile_kernel(evaluation_id,run,task,step,turn,sample,position,name,device_us,share,grid,block,registers,shared_bytes,local_bytes,occupancy,issue,dram_read_bytes,dram_write_bytes,l2_bytes,executed_flops,matrix_instructions) */;
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
      GROUP BY p.evaluation_id) roofline
/* v_profile(evaluation_id,run,task,step,turn,sample,runtime_us,kernels,launches_us,span_us,own_share,task_bytes,task_flops,dram_bytes,executed_flops,matrix_instructions,memory_us,compute_us,bound,speed_of_light,dram_share,copy_bytes_per_s,peak_flop_per_s,why_not_counted) */;
CREATE VIEW v_clock AS
SELECT c.measurement_id, m.evaluation_id, run.name AS run, t.label AS task, r.step, r.turn,
       r.sample, m.subject, m.n_samples, c.n_throttled, c.clocks_mhz, m.samples_us
FROM measurement_clock c
JOIN measurement m ON m.measurement_id = c.measurement_id
JOIN evaluation e ON e.evaluation_id = m.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
/* v_clock(measurement_id,evaluation_id,run,task,step,turn,sample,subject,n_samples,n_throttled,clocks_mhz,samples_us) */;
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
JOIN task t ON t.task_id = coalesce(a.task_id, r.task_id)
/* v_exchange(exchange_id,run,task,step,turn,sample,api,path,streamed,sent_at,end_kind,status,detail,first_byte_ms,total_ms,n_rollouts,rollout_id,attempt_id,evaluation_id,tags) */;
CREATE VIEW v_step AS
SELECT s.step_id, s.run_id, run.name AS run, run.strategy, s.step, m.name AS model, c.sha256 AS checkpoint_sha256,
       p.sha256 AS parent_sha256, s.update_metrics
FROM step s
JOIN run ON run.run_id = s.run_id
LEFT JOIN checkpoint c ON c.checkpoint_id = s.checkpoint_id
LEFT JOIN checkpoint p ON p.checkpoint_id = c.parent_id
LEFT JOIN model m ON m.model_id = c.model_id
/* v_step(step_id,run_id,run,strategy,step,model,checkpoint_sha256,parent_sha256,update_metrics) */;
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
      WHERE k.n_tokens > 0) token
/* v_token(rollout_id,run_id,run,task,step,turn,sample,n_tokens,position,token_id,logprob_nats,logprob_temperature) */;
CREATE VIEW v_evidence AS
SELECT v.evaluation_id, e.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample,
       e.outcome, e.correct, v.position, v.kind, v.value, v.bound, v.unit, v.pass, v.detail
FROM evidence v
JOIN evaluation e ON e.evaluation_id = v.evaluation_id
JOIN rollout r ON r.rollout_id = e.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
/* v_evidence(evaluation_id,rollout_id,run,task,step,turn,sample,outcome,correct,position,kind,value,bound,unit,pass,detail) */;
CREATE VIEW v_ledger AS
SELECT l.run_id, run.name AS run, run.strategy, l.step, l.rollouts, l.prompt_tokens, l.completion_tokens, l.teacher_tokens,
       l.evaluate_seconds, l.wall_seconds
FROM ledger l
JOIN run ON run.run_id = l.run_id
/* v_ledger(run_id,run,strategy,step,rollouts,prompt_tokens,completion_tokens,teacher_tokens,evaluate_seconds,wall_seconds) */;
CREATE VIEW v_amendment AS
SELECT a.amendment_id, a.table_name, a.row_key, a.field, a.old_value, a.new_value, a.who, a.why, a.at AS amended_at
FROM amendment a
/* v_amendment(amendment_id,table_name,row_key,field,old_value,new_value,who,why,amended_at) */;
CREATE VIEW v_declaration AS
SELECT d.declaration_id, d.name, d.version,
       d.version = (SELECT max(o.version) FROM declaration o WHERE o.name = d.name) AS is_standing,
       d.estimand, d.test, d.threshold, d.ge, d.budget AS budget_rollouts, d.alpha, d.looks, d.stopping,
       d.methods, d.seeds, d.tasks, d.sha256, d.why, d.declared_at,
       (SELECT count(*) FROM declared_run r WHERE r.declaration_id = d.declaration_id) AS n_runs
FROM declaration d
/* v_declaration(declaration_id,name,version,is_standing,estimand,test,threshold,ge,budget_rollouts,alpha,looks,stopping,methods,seeds,tasks,sha256,why,declared_at,n_runs) */;
CREATE VIEW v_declared_run AS
SELECT d.run_id, run.name AS run, v.name AS declaration, v.version, d.method, v.declared_at, run.started_at, d.attached_at
FROM declared_run d
JOIN declaration v ON v.declaration_id = d.declaration_id
JOIN run ON run.run_id = d.run_id
/* v_declared_run(run_id,run,declaration,version,method,declared_at,started_at,attached_at) */;
CREATE VIEW v_look AS
SELECT l.look_id, v.name AS declaration, v.version, l.number, v.looks AS declared_looks, l.runs, l.n_rollouts, l.data_sha256, l.alpha_spent,
       l.statistic, l.n_rejected, l.taken_at
FROM look l
JOIN declaration v ON v.declaration_id = l.declaration_id
/* v_look(look_id,declaration,version,number,declared_looks,runs,n_rollouts,data_sha256,alpha_spent,statistic,n_rejected,taken_at) */;
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
WHERE k.kind = 'rule_kernelbench'
/* v_rule_verdict(evaluation_id,rollout_id,run,task,step,turn,sample,outcome,right_by_kernelbench,right_by_own,rules_differ,reason) */;
CREATE VIEW v_sample_mask AS
SELECT m.rollout_id, run.name AS run, t.label AS task, r.step, r.turn, r.sample, m.filter, m.value, m.bound
FROM sample_mask m
JOIN rollout r ON r.rollout_id = m.rollout_id
JOIN run ON run.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
/* v_sample_mask(rollout_id,run,task,step,turn,sample,"filter",value,bound) */;
CREATE VIEW v_guard AS
SELECT run.name AS run, g.step, g.metric, g.measured_on, g.value, g.bound, g.action, g.fired
FROM guard g
JOIN run ON run.run_id = g.run_id
/* v_guard(run,step,metric,measured_on,value,bound,"action",fired) */;
CREATE VIEW v_run_task AS
SELECT run.name AS run, t.label AS task, k.position, k.role
FROM run_task k
JOIN run ON run.run_id = k.run_id
JOIN task t ON t.task_id = k.task_id
/* v_run_task(run,task,position,role) */;
CREATE VIEW v_demonstration AS
SELECT run.name AS run, source.name AS teacher, t.label AS task, r.step, r.turn, r.sample, d.rollout_id, d.part, d.position, d.reason
FROM demonstration d
JOIN run ON run.run_id = d.run_id
JOIN rollout r ON r.rollout_id = d.rollout_id
JOIN run source ON source.run_id = r.run_id
JOIN task t ON t.task_id = r.task_id
/* v_demonstration(run,teacher,task,step,turn,sample,rollout_id,part,position,reason) */;
CREATE VIEW v_trainer_request AS
SELECT q.trainer_request_id, run.name AS run, q.operation, q.n_sequences, q.n_tokens, q.content_sha256, q.sent_at, q.request_id, q.ended_at,
       q.failure, q.ended_at IS NULL AS unseen
FROM trainer_request q
JOIN run ON run.run_id = q.run_id
/* v_trainer_request(trainer_request_id,run,operation,n_sequences,n_tokens,content_sha256,sent_at,request_id,ended_at,failure,unseen) */;
CREATE VIEW v_prompt_tokens AS
SELECT sha256, tokenizer, n_tokens, token_ids FROM prompt_tokens
/* v_prompt_tokens(sha256,tokenizer,n_tokens,token_ids) */;
