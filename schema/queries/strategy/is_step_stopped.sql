-- Did a guardrail end the run at this step?
SELECT count(*) AS n FROM guard WHERE run_id = :run_id AND step = :step AND action = 'stop' AND fired = 1;
