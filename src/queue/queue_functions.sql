-- What programs call; their roles have no rights to the tables.  A change here raises QUEUE_VERSION, so that a queue that
-- is there is told to be renewed by "queue init".
SET LOCAL search_path = rollbook;

-- Called before a heartbeat is noted.  A lease that a cut network ends does so after two thirds of a lease without one.
CREATE FUNCTION note_heard() RETURNS void LANGUAGE sql AS $$
  UPDATE meta SET heard_since = clock_timestamp()
  WHERE NOT EXISTS (SELECT 1 FROM worker WHERE heartbeat > clock_timestamp() - lease * 2 / 3)
$$;

CREATE FUNCTION register(p_host text, p_pid integer, p_evaluator text, p_classes text[], p_devices text[], p_capacity integer)
RETURNS TABLE (worker_id bigint, lease_ms integer) LANGUAGE sql AS $$
  SELECT note_heard();
  INSERT INTO worker (host, pid, evaluator, classes, devices, capacity)
  VALUES (p_host, p_pid, p_evaluator, p_classes, p_devices, p_capacity)
  RETURNING id, (SELECT (extract(epoch FROM lease) * 1000)::integer FROM meta)
$$;

-- Workers that a job of this class and build can hope for.
CREATE FUNCTION serving(p_class text, p_evaluator text)
RETURNS TABLE (worker_id bigint, capacity integer, devices text, is_serving boolean, offer text) LANGUAGE sql AS $$
  SELECT w.id, w.capacity, array_to_json(w.devices)::text, w.evaluator = p_evaluator AND p_class = ANY (w.classes),
         array_to_string(w.classes, ', ') || ' with build ' || w.evaluator
  FROM worker w, meta
  WHERE w.heartbeat > clock_timestamp() - 2 * meta.lease
  ORDER BY w.id
$$;

CREATE FUNCTION devices_of(p_worker bigint) RETURNS text LANGUAGE sql AS $$
  SELECT array_to_json(devices)::text FROM worker WHERE id = p_worker
$$;

-- Who waits for results holds a lock for as long as it is connected, so that status() can tell who does not any more.
CREATE FUNCTION is_mailbox_held(p_mailbox text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                 AND classid = hashtext('rollbook.mailbox')::bigint & 4294967295 AND objid = hashtext(p_mailbox)::bigint & 4294967295)
$$;

CREATE FUNCTION hold_mailbox(p_mailbox text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_lock_shared(hashtext('rollbook.mailbox'), hashtext(p_mailbox))
  WHERE NOT is_mailbox_held(p_mailbox)
$$;

-- A key that is there keeps its row and its result; the result goes to who asked last.
CREATE FUNCTION submit(p_mailbox text, p_class text, p_evaluator text, p_keys text[], p_bodies text[])
RETURNS TABLE (job_id bigint, job_key text) LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT is_draining FROM meta) THEN
    RAISE EXCEPTION 'the queue is draining and takes no jobs';
  END IF;
  PERFORM hold_mailbox(p_mailbox);
  PERFORM pg_notify('rollbook_ready', p_class);
  RETURN QUERY
  INSERT INTO job AS j (key, mailbox, class, evaluator, body)
  SELECT k, p_mailbox, p_class, p_evaluator, b FROM unnest(p_keys, p_bodies) AS asked (k, b)
  ON CONFLICT (key) DO UPDATE
  SET mailbox = excluded.mailbox,
      state = CASE j.state WHEN 4 THEN 0 ELSE j.state END,
      attempt = CASE j.state WHEN 4 THEN 0 ELSE j.attempt END,
      lost_by = CASE j.state WHEN 4 THEN '{}' ELSE j.lost_by END,
      excused = CASE j.state WHEN 4 THEN 0 ELSE j.excused END
  RETURNING j.id, j.key;
END
$$;

CREATE FUNCTION claim(p_worker bigint, p_most integer)
RETURNS TABLE (job_id bigint, job_fence bigint, job_body text) LANGUAGE sql
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
  WITH chosen AS MATERIALIZED (
    SELECT c.id
    FROM worker w CROSS JOIN LATERAL unnest(w.classes) AS served (class) CROSS JOIN LATERAL (
      SELECT j.id, j.priority FROM job j
      WHERE j.state = 0 AND j.class = served.class AND j.evaluator = w.evaluator
      ORDER BY j.priority DESC, j.id
      LIMIT p_most
      FOR UPDATE SKIP LOCKED) AS c
    WHERE w.id = p_worker
    ORDER BY c.priority DESC, c.id
    LIMIT p_most)
  UPDATE job j
  SET state = 1, attempt = attempt + 1, fence = nextval('rollbook.fence'), worker = p_worker, started = clock_timestamp(),
      lease_until = clock_timestamp() + (SELECT lease FROM meta)
  FROM chosen
  WHERE j.id = chosen.id
  RETURNING j.id, j.fence, j.body
$$;

CREATE FUNCTION lost_names(p_lost_by jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(value, ', ' ORDER BY key::bigint), '') FROM jsonb_each_text(p_lost_by)
$$;

-- Who comes back with a lease that somebody else has taken over was away, as when the network of some is cut, and did not fall
-- with the job: no lost attempt, and a dead job is ready again.  Ten times a job at most, so that one that holds up every worker
-- for longer than a lease comes to its end.
CREATE FUNCTION excuse(p_ids bigint[], p_fences bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    UPDATE job j SET attempt = j.attempt - 1, excused = j.excused + 1, lost_by = j.lost_by - back.fence::text,
      state = CASE j.state WHEN 5 THEN 0 ELSE j.state END
    FROM unnest(p_ids, p_fences) AS back (id, fence)
    WHERE j.id = back.id AND j.fence <> back.fence AND j.lost_by ? back.fence::text AND j.excused < 10 AND j.state IN (0, 1, 5)
    RETURNING j.class, j.state
  LOOP
    IF one.state = 0 THEN
      PERFORM pg_notify('rollbook_ready', one.class);
    END IF;
  END LOOP;
END
$$;

-- Returns the jobs whose leases still are the worker's, also ended ones that nobody took; the others are
-- lost or cancelled.  What the worker does not name it never learnt of, for the answer to its claim was cut off: that is ready
-- again and no lost attempt.
CREATE FUNCTION renew(p_worker bigint, p_ids bigint[], p_fences bigint[]) RETURNS SETOF bigint LANGUAGE sql AS $$
  SELECT note_heard();
  UPDATE worker SET heartbeat = clock_timestamp() WHERE id = p_worker;
  UPDATE job SET state = 0, attempt = attempt - 1, fence = 0, lease_until = NULL
  WHERE state = 1 AND worker = p_worker AND id <> ALL (p_ids);
  SELECT excuse(p_ids, p_fences);
  UPDATE job SET state = 1, lease_until = clock_timestamp() + (SELECT lease FROM meta), lost_by = lost_by - held.fence::text
  FROM unnest(p_ids, p_fences) AS held (id, fence)
  WHERE job.id = held.id AND job.fence = held.fence AND job.state IN (0, 1, 5)
  RETURNING job.id
$$;

-- A late answer counts while nobody else has begun the job.
CREATE FUNCTION finish(p_ids bigint[], p_fences bigint[], p_results text[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := 0;
  one record;
BEGIN
  FOR one IN
    WITH done AS (
      UPDATE job SET state = 2, result = answer.result, finished = clock_timestamp(), lease_until = NULL, body = ''
      FROM unnest(p_ids, p_fences, p_results) AS answer (id, fence, result)
      WHERE job.id = answer.id AND job.fence = answer.fence AND job.state IN (0, 1, 5)
      RETURNING job.mailbox)
    SELECT mailbox, count(*) AS n FROM done GROUP BY mailbox
  LOOP
    PERFORM pg_notify('rollbook_done', one.mailbox);
    taken := taken + one.n;
  END LOOP;
  IF taken < cardinality(p_ids) THEN
    PERFORM excuse(p_ids, p_fences);
  END IF;
  RETURN taken;
END
$$;

-- A worker that ends gives back what it has not done; that is no lost attempt.
CREATE FUNCTION give_back(p_worker bigint, p_ids bigint[], p_is_leaving boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  given bigint := 0;
  one record;
BEGIN
  FOR one IN
    WITH back AS (
      UPDATE job SET state = 0, attempt = attempt - 1, fence = 0, lease_until = NULL
      WHERE state = 1 AND worker = p_worker AND id = ANY (p_ids) RETURNING class)
    SELECT class, count(*) AS n FROM back GROUP BY class
  LOOP
    PERFORM pg_notify('rollbook_ready', one.class);
    given := given + one.n;
  END LOOP;
  IF p_is_leaving THEN
    UPDATE worker SET heartbeat = '-infinity' WHERE id = p_worker;
  END IF;
  RETURN given;
END
$$;

-- Ended leases: ready again and ahead of others, or dead.  A lease that ended before the server had been up for as long as
-- a lease lasts could not be renewed: that is no lost attempt, and until then its worker may still come back.  While no
-- worker is heard (a network is cut), and until one was for as long as a lease lasts, no lease is taken away either.
CREATE FUNCTION reap() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  ended bigint := 0;
  one record;
  served timestamptz := pg_postmaster_start_time() + (SELECT lease FROM meta);
BEGIN
  IF clock_timestamp() < served OR clock_timestamp() < (SELECT heard_since + lease FROM meta) OR
     NOT EXISTS (SELECT 1 FROM worker, meta WHERE heartbeat > clock_timestamp() - lease * 2 / 3) OR NOT pg_try_advisory_xact_lock(hashtext('rollbook.reap')) THEN
    RETURN 0;
  END IF;
  FOR one IN
    WITH late AS (
      SELECT id FROM job WHERE state = 1 AND lease_until < clock_timestamp() ORDER BY id FOR UPDATE SKIP LOCKED)
    UPDATE job j
    SET state = CASE WHEN j.attempt >= meta.attempts AND j.lease_until >= served THEN 5 ELSE 0 END,
        attempt = j.attempt - (j.lease_until < served)::integer, priority = least(j.priority + 1, 100), lease_until = NULL,
        lost_by = j.lost_by || CASE WHEN j.lease_until < served THEN '{}'
                                    ELSE jsonb_build_object(j.fence, coalesce(w.host || ':' || w.pid, '?')) END
    FROM meta, late LEFT JOIN job l ON l.id = late.id LEFT JOIN worker w ON w.id = l.worker
    WHERE j.id = late.id
    RETURNING j.state, j.class, j.mailbox
  LOOP
    ended := ended + 1;
    PERFORM pg_notify(CASE one.state WHEN 5 THEN 'rollbook_done' ELSE 'rollbook_ready' END,
                      CASE one.state WHEN 5 THEN one.mailbox ELSE one.class END);
  END LOOP;
  DELETE FROM job WHERE state IN (2, 4) AND submitted < clock_timestamp() - interval '7 days';
  DELETE FROM worker w WHERE heartbeat < clock_timestamp() - interval '7 days' AND NOT EXISTS (SELECT 1 FROM job WHERE worker = w.id);
  RETURN ended;
END
$$;

CREATE FUNCTION collect(p_mailbox text, p_seen bigint[], p_most integer)
RETURNS TABLE (job_id bigint, job_worker bigint, job_result text, job_attempt smallint, job_lost_by text) LANGUAGE sql AS $$
  SELECT hold_mailbox(p_mailbox);
  SELECT id, worker, result, attempt, lost_names(lost_by) FROM job
  WHERE mailbox = p_mailbox AND state IN (2, 5) AND id <> ALL (p_seen)
  ORDER BY id LIMIT p_most
$$;

-- What is stored needs no row; dead jobs stay for "queue dead".
CREATE FUNCTION forget(p_mailbox text, p_ids bigint[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM job WHERE id = ANY (p_ids) AND mailbox = p_mailbox AND state = 2
$$;

CREATE FUNCTION cancel(p_mailbox text, p_ids bigint[]) RETURNS void LANGUAGE sql AS $$
  UPDATE job SET state = 4, fence = 0, lease_until = NULL WHERE id = ANY (p_ids) AND mailbox = p_mailbox AND state IN (0, 1);
  SELECT pg_notify('rollbook_cancel', '')
$$;

CREATE FUNCTION status()
RETURNS TABLE (name text, value double precision, help text) LANGUAGE sql AS $$
  SELECT 'ready', count(*) FILTER (WHERE state = 0), 'jobs that wait for a worker' FROM job UNION ALL
  SELECT 'leased', count(*) FILTER (WHERE state = 1), 'jobs that a worker has' FROM job UNION ALL
  SELECT 'done', coalesce(sum(n) FILTER (WHERE is_mailbox_held(mailbox)), 0), 'results that a connected submitter has yet to take off the queue'
  FROM (SELECT mailbox, count(*) AS n FROM job WHERE state = 2 GROUP BY mailbox) AS boxes UNION ALL
  SELECT 'abandoned', coalesce(sum(n) FILTER (WHERE NOT is_mailbox_held(mailbox)), 0), 'results whose submitter is gone: stored by it, or kept for the run that resumes; removed after seven days'
  FROM (SELECT mailbox, count(*) AS n FROM job WHERE state = 2 GROUP BY mailbox) AS boxes UNION ALL
  SELECT 'cancelled', count(*) FILTER (WHERE state = 4), 'jobs that nobody wants' FROM job UNION ALL
  SELECT 'dead', count(*) FILTER (WHERE state = 5), 'jobs that lost every lease' FROM job UNION ALL
  SELECT 'unserved', count(*), 'ready jobs without a live worker of their class and build' FROM job j, meta
  WHERE state = 0 AND NOT EXISTS (SELECT 1 FROM worker w WHERE w.heartbeat > clock_timestamp() - 2 * meta.lease
                                  AND w.evaluator = j.evaluator AND j.class = ANY (w.classes)) UNION ALL
  SELECT 'oldest_ready_s', coalesce(max(extract(epoch FROM clock_timestamp() - submitted)), 0), 'age of the oldest ready job'
  FROM job WHERE state = 0 UNION ALL
  SELECT 'workers', count(*), 'live workers' FROM worker, meta WHERE heartbeat > clock_timestamp() - 2 * lease UNION ALL
  SELECT 'capacity', coalesce(sum(capacity), 0), 'evaluations that live workers make at a time'
  FROM worker, meta WHERE heartbeat > clock_timestamp() - 2 * lease UNION ALL
  SELECT 'draining', is_draining::integer, 'whether new jobs are refused' FROM meta UNION ALL
  SELECT 'oldest_transaction_s', coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0),
         'age of the oldest transaction of the database, which keeps dead rows from being cleared'
  FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
$$;

CREATE FUNCTION drain(p_draining boolean) RETURNS void LANGUAGE sql AS $$
  UPDATE meta SET is_draining = p_draining
$$;

CREATE FUNCTION configure(p_lease_s double precision) RETURNS void LANGUAGE sql AS $$
  UPDATE meta SET lease = make_interval(secs => p_lease_s)
$$;

CREATE FUNCTION dead()
RETURNS TABLE (job_id bigint, job_class text, job_attempt smallint, job_lost_by text, job_submitted text, job_key text) LANGUAGE sql AS $$
  SELECT id, class, attempt, lost_names(lost_by), to_char(submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), key
  FROM job WHERE state = 5 ORDER BY id
$$;

CREATE FUNCTION retry() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  n bigint;
BEGIN
  UPDATE job SET state = 0, attempt = 0, lost_by = '{}', excused = 0, fence = 0 WHERE state = 5;
  GET DIAGNOSTICS n = ROW_COUNT;
  PERFORM pg_notify('rollbook_ready', '');
  RETURN n;
END
$$;

DO $$
DECLARE
  role text;
  f regprocedure;
BEGIN
  FOREACH role IN ARRAY ARRAY['rollbook_submitter', 'rollbook_worker', 'rollbook_reader'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA rollbook TO %I', role);
    EXECUTE format('GRANT SELECT ON rollbook.meta TO %I', role);
  END LOOP;
  FOR f IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'rollbook'::regnamespace LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = rollbook, pg_temp', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION submit, serving, devices_of, collect, forget, cancel, reap, status TO rollbook_submitter;
GRANT EXECUTE ON FUNCTION register, claim, renew, finish, give_back, reap TO rollbook_worker;
GRANT EXECUTE ON FUNCTION status, dead TO rollbook_reader;

UPDATE meta SET version = 4; -- QUEUE_VERSION
