-- Schema 1: every noun of the results database.
-- Times are UTC text; durations and sizes carry their unit in the name; a missing value is NULL.
-- Facts are append-only.  Speedups, verdicts and fast_p are derived by the views.

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
  blob_id INTEGER PRIMARY KEY,
  sha256  TEXT    NOT NULL UNIQUE CHECK (length(sha256) = 64), -- of the bytes
  kind    TEXT    NOT NULL CHECK (kind IN ('prompt','completion','action','code','log','config','checkpoint','import')), -- first use
  bytes   INTEGER NOT NULL CHECK (bytes >= 0), -- length
  text    TEXT,  -- content that is valid UTF-8 without NUL
  data    BLOB,  -- any other content
  CHECK ((text IS NULL) <> (data IS NULL))
) STRICT;

CREATE TABLE model (
  model_id INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,           -- 'builtin', or what the server or file calls it
  revision TEXT NOT NULL DEFAULT '',-- sha256 of what shapes its samples, or the provider's revision
  kind     TEXT NOT NULL,           -- policy that ran it: builtin, replay, imported, ...
  UNIQUE (name, revision)
) STRICT;

CREATE TABLE checkpoint (
  checkpoint_id INTEGER PRIMARY KEY,
  model_id  INTEGER NOT NULL REFERENCES model,
  parent_id INTEGER REFERENCES checkpoint, -- adapted from; NULL for the unadapted model
  sha256    TEXT    NOT NULL,              -- of the saved state
  blob_id   INTEGER NOT NULL REFERENCES blob, -- the saved state
  UNIQUE (model_id, sha256)
) STRICT;

CREATE TABLE task (
  task_id     INTEGER PRIMARY KEY,
  suite       TEXT    NOT NULL,  -- 'kernelbench'
  level       INTEGER NOT NULL,  -- level within the suite
  problem_id  INTEGER NOT NULL,  -- number within the level, from 1
  name        TEXT    NOT NULL DEFAULT '', -- the suite's name; '' when a file gives none
  family      TEXT,              -- 'matvec', ...; NULL when unknown
  sha256      TEXT,              -- of manifest and kernels; NULL for tasks known by number only
  UNIQUE (suite, level, problem_id)
) STRICT;

CREATE TABLE split (
  split_id INTEGER PRIMARY KEY,
  name     TEXT    NOT NULL,        -- 'l1_seed42'
  level    INTEGER NOT NULL,
  seed     INTEGER,                 -- shuffling seed
  split_hash TEXT  NOT NULL UNIQUE, -- sha256 as published splits define it
  json     TEXT    NOT NULL CHECK (json_valid(json)) -- the split as read
) STRICT;

CREATE TABLE device (
  device_id INTEGER PRIMARY KEY,
  backend  TEXT    NOT NULL, -- 'cpu', 'cuda', 'imported'
  name     TEXT    NOT NULL, -- processor or GPU
  uuid     TEXT    NOT NULL DEFAULT '', -- stable identity
  cores    INTEGER,          -- cores used for blocks; NULL when unknown
  compiler TEXT    NOT NULL DEFAULT '', -- version of the kernel compiler
  flags    TEXT    NOT NULL DEFAULT '', -- compiler flags that affect results
  sandbox  TEXT    NOT NULL DEFAULT '', -- protection layers that held
  UNIQUE (backend, name, uuid, cores, compiler, flags, sandbox)
) STRICT;

CREATE TABLE import_source (
  import_source_id INTEGER PRIMARY KEY,
  format   TEXT    NOT NULL, -- importer
  importer_version INTEGER NOT NULL,
  path     TEXT    NOT NULL, -- as given
  sha256   TEXT    NOT NULL, -- of the file
  bytes    INTEGER NOT NULL,
  imported_at TEXT NOT NULL, -- UTC
  n_read      INTEGER NOT NULL DEFAULT 0, -- records in the file = stored + duplicate + refused
  n_stored    INTEGER NOT NULL DEFAULT 0,
  n_duplicate INTEGER NOT NULL DEFAULT 0,
  n_refused   INTEGER NOT NULL DEFAULT 0,
  CHECK (n_read = n_stored + n_duplicate + n_refused)
) STRICT;

CREATE TABLE run (
  run_id     INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL UNIQUE, -- how commands refer to it
  strategy   TEXT    NOT NULL,        -- best-of-n, ttt, ..., imported
  status     TEXT    NOT NULL CHECK (status IN ('running','interrupted','complete','failed')),
  model_id   INTEGER REFERENCES model,
  split_id   INTEGER REFERENCES split,
  device_id  INTEGER REFERENCES device,
  import_source_id INTEGER REFERENCES import_source,
  seed       INTEGER,                 -- run seed; NULL when a file gives none
  temperature REAL,                   -- sampling temperature
  k          INTEGER,                 -- rollouts per task and step
  n_steps    INTEGER,                 -- adaptation updates asked for; 0 for best-of-n
  task_case  TEXT CHECK (task_case IN ('tiny','cpu','full')),
  eval_mode  TEXT CHECK (eval_mode IN ('fast','full')),
  baseline   TEXT,                    -- baseline measured beside each candidate
  config     TEXT NOT NULL CHECK (json_valid(config)), -- resolved configuration, values with origin
  argv       TEXT NOT NULL CHECK (json_valid(argv)),   -- command line as a JSON array
  code_version TEXT NOT NULL,         -- program version and commit
  libraries  TEXT NOT NULL CHECK (json_valid(libraries)), -- library versions
  started_at TEXT NOT NULL,           -- UTC
  finished_at TEXT                    -- UTC
) STRICT;
CREATE INDEX run_strategy ON run (strategy);

CREATE TABLE run_task (
  run_id   INTEGER NOT NULL REFERENCES run,
  task_id  INTEGER NOT NULL REFERENCES task,
  position INTEGER NOT NULL,          -- order within the run
  prompt_blob_id INTEGER REFERENCES blob, -- prompt text of the task
  PRIMARY KEY (run_id, task_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
  step_id INTEGER PRIMARY KEY,
  run_id  INTEGER NOT NULL REFERENCES run,
  step    INTEGER NOT NULL CHECK (step >= 0), -- 0 is the unadapted policy
  checkpoint_id INTEGER REFERENCES checkpoint, -- the policy that sampled this step
  -- Metrics of the update made from this step's rollouts; NULL when none was made.
  update_metrics TEXT CHECK (update_metrics IS NULL OR json_valid(update_metrics)),
  UNIQUE (run_id, step)
) STRICT;

CREATE TABLE rollout (
  rollout_id INTEGER PRIMARY KEY,
  run_id   INTEGER NOT NULL REFERENCES run,
  step     INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0),
  task_id  INTEGER NOT NULL REFERENCES task,
  turn     INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0),
  sample   INTEGER NOT NULL CHECK (sample >= 0), -- index within (run, step, task, turn)
  prompt_blob_id     INTEGER REFERENCES blob,
  completion_blob_id INTEGER REFERENCES blob, -- raw action as the model emitted it
  action_blob_id     INTEGER REFERENCES blob, -- what was extracted; NULL when no code
  code_blob_id       INTEGER REFERENCES blob, -- assembled kernel file; NULL when no code
  finish_reason TEXT,
  prompt_tokens     INTEGER, -- tokens of the prompt
  completion_tokens INTEGER, -- tokens of the completion
  sum_logprob REAL,          -- natural log, sum over tokens
  mean_logprob REAL,         -- sum / tokens; surprisal is its negative
  logprob_temperature REAL,  -- temperature that the log-probs refer to
  extra TEXT CHECK (extra IS NULL OR json_valid(extra)), -- unknown fields of an import, verbatim
  UNIQUE (run_id, step, task_id, turn, sample)
) STRICT;
CREATE INDEX rollout_code ON rollout (code_blob_id);
CREATE INDEX rollout_task ON rollout (task_id, run_id);

CREATE TABLE rollout_tokens (
  rollout_id INTEGER NOT NULL PRIMARY KEY REFERENCES rollout,
  n_tokens   INTEGER NOT NULL,
  token_ids  BLOB, -- n_tokens little-endian int32
  logprobs   BLOB, -- n_tokens little-endian float32, natural log
  CHECK (token_ids IS NULL OR length(token_ids) = 4 * n_tokens),
  CHECK (logprobs IS NULL OR length(logprobs) = 4 * n_tokens)
) STRICT;

CREATE TABLE score (
  score_id   INTEGER PRIMARY KEY,
  rollout_id INTEGER NOT NULL REFERENCES rollout,
  checkpoint_id INTEGER NOT NULL REFERENCES checkpoint, -- who scored it
  role       TEXT    NOT NULL CHECK (role IN ('student','teacher')),
  temperature REAL   NOT NULL,
  n_tokens   INTEGER NOT NULL,
  logprobs   BLOB    NOT NULL, -- n_tokens little-endian float32, natural log
  sum_logprob REAL   NOT NULL,
  UNIQUE (rollout_id, checkpoint_id, role, temperature),
  CHECK (length(logprobs) = 4 * n_tokens)
) STRICT;

CREATE TABLE evaluation (
  evaluation_id INTEGER PRIMARY KEY,
  rollout_id INTEGER NOT NULL REFERENCES rollout,
  device_id  INTEGER REFERENCES device,
  outcome    TEXT NOT NULL CHECK (outcome IN ('no_code','parse','compile','launch','crash','timeout',
             'wrong_shape','nan','mismatch','cheat','measured','infra')),
  cheat_kind TEXT,                     -- which check refused it
  compiled   INTEGER NOT NULL CHECK (compiled IN (0, 1)),
  correct    INTEGER NOT NULL CHECK (correct IN (0, 1)),
  message    TEXT,                     -- one line: why
  log_blob_id INTEGER REFERENCES blob, -- compile log
  signal     INTEGER,                  -- that ended the candidate
  fault_address TEXT,                  -- hex
  fault_place   TEXT,                  -- buffer and distance, where known
  task_case  TEXT CHECK (task_case IN ('tiny','cpu','full')),
  eval_mode  TEXT CHECK (eval_mode IN ('fast','full')),
  input_seed INTEGER,                  -- of the inputs; secret while the candidate ran
  trials_run    INTEGER,
  trials_passed INTEGER,
  max_abs_err REAL,
  max_rel_err REAL,
  matched_share REAL,                  -- elements within tolerance / elements
  worst_index INTEGER,                 -- element with the largest error
  discarded_samples INTEGER NOT NULL DEFAULT 0, -- disturbed timings that were measured again
  compile_ms REAL,
  compile_cached INTEGER CHECK (compile_cached IN (0, 1)),
  total_ms   REAL,                     -- wall clock of the whole evaluation
  artifact_sha256 TEXT,                -- of the compiled object
  import_source_id INTEGER REFERENCES import_source,
  created_at TEXT NOT NULL,            -- UTC
  CHECK (correct = (outcome = 'measured') OR import_source_id IS NOT NULL)
) STRICT;
CREATE INDEX evaluation_rollout ON evaluation (rollout_id);

CREATE TABLE measurement (
  measurement_id INTEGER PRIMARY KEY,
  evaluation_id  INTEGER NOT NULL REFERENCES evaluation,
  subject   TEXT NOT NULL CHECK (subject IN ('candidate','baseline')),
  baseline  TEXT,               -- name of the baseline when subject is 'baseline'
  method    TEXT NOT NULL,      -- 'cpu_wall', 'cuda_event', ..., 'imported'
  n_samples INTEGER,            -- NULL when a file gives none
  samples_us BLOB,              -- n_samples little-endian float64; NULL when only a summary is known
  runtime_us REAL NOT NULL CHECK (runtime_us > 0), -- the location that is scored
  statistic  TEXT NOT NULL CHECK (statistic IN ('median','mean')), -- what runtime_us is
  min_us REAL,
  max_us REAL,
  std_us REAL,                  -- ddof as in the source; own ones ddof 1
  UNIQUE (evaluation_id, subject),
  CHECK (samples_us IS NULL OR length(samples_us) = 8 * n_samples)
) STRICT;

CREATE TABLE evidence (
  evaluation_id INTEGER NOT NULL REFERENCES evaluation,
  position INTEGER NOT NULL,   -- order of the checks
  kind   TEXT NOT NULL,        -- which check
  value  REAL,                 -- NULL when not finite: see detail
  bound  REAL,
  unit   TEXT NOT NULL DEFAULT '',
  pass   INTEGER NOT NULL CHECK (pass IN (0, 1)),
  detail TEXT,                 -- one line for people
  PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE baseline (
  baseline_id INTEGER PRIMARY KEY,
  name     TEXT    NOT NULL,            -- 'reference', 'torch_eager', ...
  hardware TEXT    NOT NULL DEFAULT '', -- as the source names it
  task_id  INTEGER NOT NULL REFERENCES task,
  device_id INTEGER REFERENCES device,
  import_source_id INTEGER REFERENCES import_source,
  runtime_us REAL CHECK (runtime_us > 0), -- NULL: the source says it was not measured
  statistic TEXT NOT NULL DEFAULT 'mean' CHECK (statistic IN ('median','mean')),
  min_us REAL,
  max_us REAL,
  std_us REAL,
  n_samples INTEGER,
  extra  TEXT CHECK (extra IS NULL OR json_valid(extra)),
  UNIQUE (name, hardware, task_id)
) STRICT;

CREATE TABLE profile_kernel (
  evaluation_id INTEGER NOT NULL REFERENCES evaluation,
  position INTEGER NOT NULL,  -- launch order
  name     TEXT NOT NULL,     -- kernel
  device_us REAL,             -- time on the device
  counters TEXT CHECK (counters IS NULL OR json_valid(counters)),
  PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE reward (
  rollout_id INTEGER NOT NULL REFERENCES rollout,
  recipe     TEXT    NOT NULL, -- 'speedup', 'normalized', ...
  value      REAL    NOT NULL, -- as used for the update
  advantage  REAL,             -- NULL when no update used it
  PRIMARY KEY (rollout_id, recipe)
) STRICT, WITHOUT ROWID;

CREATE TABLE judge (
  judge_id   INTEGER PRIMARY KEY,
  rollout_id INTEGER NOT NULL REFERENCES rollout,
  model_id   INTEGER NOT NULL REFERENCES model,
  correctness REAL CHECK (correctness BETWEEN 0 AND 1),
  compilability REAL CHECK (compilability BETWEEN 0 AND 1),
  speed      REAL CHECK (speed BETWEEN 0 AND 1),
  answer_blob_id INTEGER REFERENCES blob -- as the judge answered
) STRICT;
CREATE INDEX judge_rollout ON judge (rollout_id);

CREATE TABLE ledger (
  run_id INTEGER NOT NULL REFERENCES run,
  step   INTEGER NOT NULL,
  rollouts          INTEGER NOT NULL,
  prompt_tokens     INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  teacher_tokens    INTEGER NOT NULL DEFAULT 0,
  evaluate_seconds  REAL NOT NULL, -- summed over workers
  wall_seconds      REAL NOT NULL, -- of the step
  PRIMARY KEY (run_id, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE amendment (
  amendment_id INTEGER PRIMARY KEY,
  table_name TEXT NOT NULL,
  row_key    TEXT NOT NULL,
  field      TEXT NOT NULL,
  old_value  TEXT,
  new_value  TEXT,
  who        TEXT NOT NULL,
  why        TEXT NOT NULL,
  at         TEXT NOT NULL -- UTC
) STRICT;
