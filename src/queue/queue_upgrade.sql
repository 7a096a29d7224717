-- A queue of an earlier version gets this version's tables and keeps its jobs; queue_functions.sql
-- follows in the same transaction.
SET LOCAL search_path = rollbook;
LOCK TABLE meta IN ACCESS EXCLUSIVE MODE;

-- Version 1
ALTER TABLE meta ADD COLUMN IF NOT EXISTS identity uuid NOT NULL DEFAULT gen_random_uuid(),
                 ADD COLUMN IF NOT EXISTS heard_since timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE job ALTER body SET STORAGE EXTERNAL, ALTER result SET STORAGE EXTERNAL;

-- Version 2: names of workers without their leases, which nobody comes back with.
DO $$
BEGIN
  IF (SELECT data_type FROM information_schema.columns WHERE table_schema = 'rollbook' AND table_name = 'job' AND column_name = 'lost_by') = 'text' THEN
    ALTER TABLE job RENAME lost_by TO names;
    ALTER TABLE job ADD COLUMN lost_by jsonb NOT NULL DEFAULT '{}', ADD COLUMN excused smallint NOT NULL DEFAULT 0;
    UPDATE job SET lost_by = (SELECT jsonb_object_agg(n - 1000, name) FROM unnest(string_to_array(names, ', ')) WITH ORDINALITY AS lost (name, n))
    WHERE names <> '';
    ALTER TABLE job DROP COLUMN names;
  END IF;
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'rollbook'::regnamespace LOOP
    EXECUTE format('DROP FUNCTION %s', f);
  END LOOP;
END
$$;
