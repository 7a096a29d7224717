# Test-time training stores rewards, globally normalised advantages, one checkpoint a step, the ledger.
export ROLLBOOK_DB=x.db
"$ROLLBOOK_BIN" run ttt --split l1_seed42 --tasks 5,28 --k 10 --steps 2 --case tiny --seed 3 --name t -q --json >out.json
grep -q '"schema":"rollbook.run/1"' out.json || grep -q '"schema": "rollbook.run/1"' out.json
q() { "$ROLLBOOK_BIN" sql --format csv "$1" | tail -n +2; }
[ "$(q "SELECT count(*) FROM v_rollout WHERE outcome IS NOT NULL")" -eq 60 ]
[ "$(q "SELECT count(DISTINCT checkpoint_id) FROM step")" -eq 3 ]
[ "$(q "SELECT count(*) FROM step WHERE update_metrics IS NOT NULL")" -eq 2 ]
[ "$(q "SELECT count(*) FROM ledger WHERE rollouts = 20 AND completion_tokens > 0")" -eq 3 ]
# Steps 0 and 1 were learned from: advantages have mean 0 and standard deviation 1 (ddof 1).
[ "$(q "SELECT count(*) FROM v_reward WHERE advantage IS NOT NULL")" -eq 40 ]
[ "$(q "SELECT count(*) FROM (SELECT step FROM v_reward WHERE advantage IS NOT NULL GROUP BY step
        HAVING abs(avg(advantage)) < 1e-9 AND abs(sum(advantage * advantage) / (count(*) - 1) - 1) < 1e-9)")" -eq 2 ]
# Rewards follow from the stored measurements.
[ "$(q "SELECT count(*) FROM v_reward w JOIN v_rollout r USING (rollout_id)
        WHERE abs(w.value - coalesce(CASE WHEN r.correct THEN r.speedup END, 0)) > 1e-9")" -eq 0 ]
# Stored log-probs: one a token, and their sum is the stored sum.
[ "$(q "SELECT count(*) FROM rollout r JOIN rollout_tokens k USING (rollout_id)
        WHERE k.n_tokens = r.completion_tokens AND length(k.logprobs) = 4 * k.n_tokens")" -eq 60 ]
# The noise control uses the same rewards in another order.
"$ROLLBOOK_BIN" run ttt --tasks 5,28 --k 10 --steps 1 --case tiny --seed 3 --shuffle-rewards --name s -q >/dev/null
[ "$(q "SELECT count(DISTINCT recipe) FROM v_reward WHERE run = 's' AND recipe = 'speedup-shuffled'")" -eq 1 ]
