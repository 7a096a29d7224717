-- Rows by table, to say what a merge added.
SELECT 'run' AS what, count(*) AS n FROM run
UNION ALL SELECT 'task', count(*) FROM task
UNION ALL SELECT 'rollout', count(*) FROM rollout
UNION ALL SELECT 'evaluation', count(*) FROM evaluation
UNION ALL SELECT 'measurement', count(*) FROM measurement
UNION ALL SELECT 'reward', count(*) FROM reward
UNION ALL SELECT 'baseline', count(*) FROM baseline
UNION ALL SELECT 'blob', count(*) FROM blob;
