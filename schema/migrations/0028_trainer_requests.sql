-- Schema 28: what a server that trains was asked beside samples, and token ids of prompts.

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
