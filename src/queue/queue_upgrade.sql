-- A queue of an earlier version gets this version's tables and keeps its jobs; queue_functions.sql
-- follows in the same transaction.
SET LOCAL search_path = rollbook;
LOCK TABLE meta IN ACCESS EXCLUSIVE MODE;

-- Version 1
ALTER TABLE meta ADD COLUMN IF NOT EXISTS identity uuid NOT NULL DEFAULT gen_random_uuid(),
                 ADD COLUMN IF NOT EXISTS heard_since timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE job ALTER body SET STORAGE EXTERNAL, ALTER result SET STORAGE EXTERNAL;

DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'rollbook'::regnamespace LOOP
    EXECUTE format('DROP FUNCTION %s', f);
  END LOOP;
END
$$;
