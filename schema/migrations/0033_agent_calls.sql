-- Schema 33: what a coding agent called over MCP.

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
