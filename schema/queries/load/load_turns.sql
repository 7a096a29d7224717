-- Every scored turn of the runs; the turns of a sample follow each other.
SELECT run, task, step, sample, turn, compiled, correct, speedup, runtime_us, prompt_tokens + completion_tokens AS tokens
FROM v_rollout
WHERE run IN (SELECT value FROM json_each(:runs)) AND outcome <> 'infra'
ORDER BY run_id, level, problem_id, task_id, step, sample, turn;
