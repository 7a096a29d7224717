-- What other rules say of an evaluation: the two for PyTorch candidates, and the outputs alone.
SELECT (SELECT k.right_by_kernelbench FROM v_rule_verdict k WHERE k.evaluation_id = e.evaluation_id) AS right_by_kernelbench,
       (SELECT k.right_by_own FROM v_rule_verdict k WHERE k.evaluation_id = e.evaluation_id) AS right_by_own,
       (SELECT k.reason FROM v_rule_verdict k WHERE k.evaluation_id = e.evaluation_id) AS reason,
       coalesce((SELECT o.pass FROM evidence o WHERE o.evaluation_id = e.evaluation_id AND o.kind = 'outputs'),
                CASE WHEN e.trials_run > 0 THEN e.trials_passed = e.trials_run END) AS outputs_alone
FROM evaluation e WHERE e.evaluation_id = :id;
