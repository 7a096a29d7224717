-- Source and replayed outcome side by side, one row a rollout of the source.
SELECT a.task, a.step, a.turn, a.sample, a.outcome AS outcome_before, b.outcome AS outcome_after,
       a.speedup AS speedup_before, b.speedup AS speedup_after
FROM v_rollout a LEFT JOIN v_rollout b
  ON b.run_id = :replay_id AND b.task_id = a.task_id AND b.step = a.step AND b.turn = a.turn AND b.sample = a.sample
WHERE a.run_id = :source_id
ORDER BY a.task_id, a.step, a.turn, a.sample;
