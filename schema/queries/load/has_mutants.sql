-- Whether the database has a run of planted bugs.
SELECT EXISTS (SELECT 1 FROM run WHERE json_extract(config, '$.policy.value') = 'mutants') AS present;
