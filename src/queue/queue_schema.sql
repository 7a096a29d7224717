-- The queue in PostgreSQL: jobs under way and their results, nothing else.  Time is the server's
-- alone.  queue_functions.sql follows in the same transaction.
CREATE SCHEMA rollbook;
SET LOCAL search_path = rollbook;

CREATE TABLE meta (
  version      integer NOT NULL,
  identity     uuid NOT NULL DEFAULT gen_random_uuid(), -- so that an answer on a worker's disk finds its queue
  heard_since  timestamptz NOT NULL DEFAULT '-infinity', -- workers are heard without a pause
  lease        interval NOT NULL,
  attempts     smallint NOT NULL,          -- leases a job may lose before it is dead
  is_draining  boolean NOT NULL DEFAULT false
);

CREATE SEQUENCE fence;

CREATE TABLE worker (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host       text NOT NULL,
  pid        integer NOT NULL,
  evaluator  text NOT NULL,                -- its build
  classes    text[] NOT NULL,              -- of jobs it takes
  devices    text[] NOT NULL,              -- as JSON
  capacity   integer NOT NULL,             -- evaluations at a time
  started    timestamptz NOT NULL DEFAULT clock_timestamp(),
  heartbeat  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- state 0: ready, 1: leased, 2: done, 4: cancelled, 5: dead (lost too many leases)
CREATE TABLE job (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key          text NOT NULL UNIQUE,       -- of what is asked, so that asking again adds nothing
  mailbox      text NOT NULL,              -- of the program that waits for the result
  class        text NOT NULL,
  evaluator    text NOT NULL,              -- the build that has to answer
  priority     smallint NOT NULL DEFAULT 0,
  state        smallint NOT NULL DEFAULT 0,
  attempt      smallint NOT NULL DEFAULT 0,
  fence        bigint NOT NULL DEFAULT 0,  -- of the lease; an answer has to name it
  worker       bigint,
  lease_until  timestamptz,
  submitted    timestamptz NOT NULL DEFAULT clock_timestamp(),
  started      timestamptz,
  finished     timestamptz,
  lost_by      jsonb NOT NULL DEFAULT '{}', -- leases that ended: fence to the worker's name
  excused      smallint NOT NULL DEFAULT 0, -- of those, ones whose workers came back
  body         text NOT NULL,
  result       text
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- Kernels and results are there for seconds: packing them costs more than the bytes do.
ALTER TABLE job ALTER body SET STORAGE EXTERNAL, ALTER result SET STORAGE EXTERNAL;
CREATE INDEX job_ready ON job (class, evaluator, priority DESC, id) WHERE state = 0;
CREATE INDEX job_lease ON job (lease_until) WHERE state = 1;
CREATE INDEX job_mailbox ON job (mailbox, id) WHERE state IN (2, 5);

INSERT INTO meta (version, lease, attempts) VALUES (0, interval '30 seconds', 3);
