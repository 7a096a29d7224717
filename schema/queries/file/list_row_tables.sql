-- Tables that stay empty where facts are joined without rollouts: all but those of schema/merge/nouns.sql and facts.sql.
SELECT name
FROM sqlite_master
WHERE type = 'table'
  AND name NOT IN ('meta', 'migration', 'model', 'task', 'split', 'device', 'import_source', 'checkpoint', 'run', 'run_task', 'step',
                   'declaration', 'declared_run', 'look', 'baseline', 'judge_setup', 'guard', 'ledger', 'fact_cell', 'fact_data')
ORDER BY name;
