-- The turns of a conversation, first to last; the key of the code comes last.
SELECT v.rollout_id, v.turn, coalesce(v.outcome, 'not evaluated') AS outcome, v.speedup, v.message,
       coalesce(r.code_blob_id, r.action_blob_id) AS code_blob_id
FROM v_rollout v JOIN rollout r ON r.rollout_id = v.rollout_id
WHERE v.run_id = :run_id AND v.task_id = :task_id AND v.step = :step AND v.sample = :sample
ORDER BY v.turn;
