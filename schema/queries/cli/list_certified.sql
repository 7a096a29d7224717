-- Verdicts of a run of kernels whose verdicts are known.
SELECT task, sample, coalesce(outcome, 'pending') AS outcome, message FROM v_rollout WHERE run = :run
ORDER BY level, problem_id, sample;
