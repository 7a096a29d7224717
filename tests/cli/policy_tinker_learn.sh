# A trainer that speaks the Tinker protocol: each step samples what the last one learned, and a run killed between
# gradient and optimiser step learns each step once.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker.sh"

# Each step samples what the last one learned.
run ttt base --name ttt --k 2 --steps 2 --temperature 1
# Rewards by speed need times.
untimed=$("$ROLLBOOK_BIN" sql --db a.db --format csv -q "SELECT count(*) FROM v_rollout WHERE run = 'ttt' AND correct AND speedup IS NULL" | tail -n 1)
[ "$untimed" = 0 ] || { echo "skipped: the machine is too busy to time $untimed of the samples"; exit 77; }
is "SELECT step, round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'ttt' GROUP BY step ORDER BY step" \
    "$(printf '0,-0.5\n1,-0.3333\n2,-0.25')"
is "SELECT update_metrics ->> 'items', round(update_metrics ->> 'mean_ratio', 4), update_metrics ->> 'grad_norm' FROM step
    JOIN run USING (run_id) WHERE run.name = 'ttt' AND step = 1" "2,1,0.5"
[ "$(requests optim_step)" -eq 2 ] || fail "$(requests optim_step) steps of the optimiser"

# The trainer's own ratios are 1 in every turn: a later turn is scored with what it was told.
run train reads --name turns --k 2 --steps 1 --turns 3 --temperature 1 --estimator trloo --filters mrs_mean --eval-every 0 \
    --reward composite:c=0,lambda=0
is "SELECT count(DISTINCT turn), count(DISTINCT round(sum_logprob / completion_tokens, 3)) > 2 FROM v_rollout WHERE run = 'turns' AND step = 0" 3,1
is "SELECT count(*) FROM v_sample_mask WHERE run = 'turns'" 0
is "SELECT update_metrics ->> 'items', round(update_metrics ->> 'mean_ratio', 4) FROM v_step WHERE run = 'turns' AND step = 0" 6,1

# Killed between gradient and step: the resumed run loads what was saved and learns the step once.
run_cut ttt cut 2
is "SELECT step, count(*), round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'cut' GROUP BY step ORDER BY step" \
    "$(printf '0,2,-0.5\n1,2,-0.3333')"
[ "$(requests create_model)" -eq 2 ] || fail "the half update was continued in its model"
is "SELECT count(*) FROM v_attempt WHERE run = 'cut' AND rollout_id IS NULL AND status <> 500" 0
is "SELECT operation, count(*), sum(unseen), sum(n_sequences), count(DISTINCT n_tokens) FROM v_trainer_request WHERE run = 'cut' GROUP BY operation ORDER BY operation" \
    "$(printf 'forward_backward,2,0,4,1\noptim_step,2,1,0,1')"

# A run begins with another's weights.
: >log.jsonl
run ttt base --name next --from ttt --k 2 --steps 1 --temperature 1
is "SELECT round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'next' AND step = 1" -0.2
[ "$(requests load_weights)" -eq 1 ] || fail "the weights were not loaded"
! grep -q very-secret a.db a.db-wal 2>/dev/null || fail "the key is in the database"
