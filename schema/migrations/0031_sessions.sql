-- Schema 31: sessions of coding agents, read from their transcripts.

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
