# Scores that a Tinker server gave or promised outlive the process that asked for them.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker.sh"

# A teacher's scores outlive the process that asked for them.
scored() {
    grep -c '"path": "asample".*"scored": true' log.jsonl || true
}
promised() {
    [ "$(sql "SELECT count(request_id) FROM v_trainer_request WHERE operation = 'score' AND run = '$2'")" = "$1" ]
}
asked() {
    [ "$(scored)" -eq "$1" ]
}
run_cut sdpo killed 3
# Three answers are the same: the student asks once, and each of three teachers reads another prompt.
[ "$(scored)" -eq 4 ] || fail "$(scored) scores were asked for, not 4"
is "SELECT role, count(*) FROM score JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE run.name = 'killed' GROUP BY role" \
    "$(printf 'student,3\nteacher,3')"
is "SELECT step, round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'killed' GROUP BY step ORDER BY step" "$(printf '0,-0.5\n1,-0.3333')"

# So do scores that were promised: they are asked for side by side, and nobody asks for one twice.
: >log.jsonl
"$ROLLBOOK_BIN" run sdpo --db a.db --policy tinker --tasks 4,5 --case tiny -q --policy-config "$(config patient)" \
    --name promised --k 1 --steps 1 --temperature 1 2>err &
pid=$!
tries=0
until [ "$(sql "SELECT count(request_id) FROM v_trainer_request WHERE run = 'promised'")" = 2 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "no score was promised: $(cat err)"
    sleep 0.1
done
kill -9 $pid
wait $pid 2>/dev/null || true
is "SELECT operation, unseen, failure FROM v_trainer_request WHERE run = 'promised'" "$(printf 'score,1,NA\nscore,1,NA')"
: >scored
"$ROLLBOOK_BIN" run --resume promised --db a.db -q
[ "$(scored)" -eq 4 ] || fail "$(scored) scores were asked for, not 4"
is "SELECT operation, count(*), sum(unseen), count(failure) FROM v_trainer_request WHERE run = 'promised' GROUP BY operation ORDER BY operation" \
    "$(printf 'forward_backward,1,0,0\noptim_step,1,0,0\nscore,4,0,0')"

# Each checkpoint scores what another run sampled.
run best-of-n base --name bon --k 6 --temperature 1
run ttt base --name ttt --k 2 --steps 2 --temperature 1
"$ROLLBOOK_BIN" run score --db a.db --run bon --checkpoints-of ttt >out 2>&1 || fail "$(cat out)"
is "SELECT p.step, count(*), round(min(s.sum_logprob / s.n_tokens), 4) FROM score s JOIN step p USING (checkpoint_id) JOIN run USING (run_id)
    JOIN rollout r USING (rollout_id) WHERE run.name = 'ttt' AND r.run_id = (SELECT run_id FROM run WHERE name = 'bon') GROUP BY p.step" \
    "$(printf '0,6,-0.5\n1,6,-0.3333\n2,6,-0.25')"

# Another model's scores of a run are asked for side by side, and a killed process finds what was promised.
"$ROLLBOOK_BIN" run best-of-n --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config many)" --name many --k 20 --temperature 1
: >log.jsonl
rm -f scored
"$ROLLBOOK_BIN" run score --db a.db --run many --policy tinker --policy-config "$(config patient)" 2>err &
pid=$!
wait_for "no score was promised" promised 20 many
kill -9 $pid
wait $pid 2>/dev/null || true
: >scored
"$ROLLBOOK_BIN" run score --db a.db --run many --policy tinker --policy-config "$(config patient)" >out 2>&1 || fail "$(cat out)"
[ "$(scored)" -eq 20 ] || fail "$(scored) scores were asked for, not 20"
is "SELECT count(*), count(DISTINCT rollout_id) FROM score JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE run.name = 'many'" "20,20"

# Demonstrations are looked at side by side, before there is a run.
: >log.jsonl
rm -f scored
"$ROLLBOOK_BIN" run sft --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config patient)" \
    --name taught --teacher many --held-out 0 --epochs 1 --batch 20 --k 1 --temperature 1 2>err &
pid=$!
wait_for "demonstrations are asked about one by one" asked 20
kill -9 $pid
wait $pid 2>/dev/null || true
is "SELECT count(*) FROM run WHERE name = 'taught'" 0
: >scored

run best-of-n base --name toy0 --k 2 --temperature 1

# A server that gives the last log-probs alone is asked for them.
: >log.jsonl
"$ROLLBOOK_BIN" run score --db a.db --run toy0 --policy tinker --policy-config "$(config base | sed 's/}$/,"prompt_logprobs_last_n":true}/')" >out 2>&1 || fail "$(cat out)"
grep -q '"last_n": [1-9]' log.jsonl || fail "not asked for the last log-probs: $(cat log.jsonl)"
is "SELECT count(*), min(s.n_tokens = length(k.token_ids) / 4) FROM score s JOIN rollout_tokens k USING (rollout_id) JOIN rollout USING (rollout_id)
    JOIN run USING (run_id) WHERE run.name = 'toy0'" "2,1"
! grep -q very-secret a.db a.db-wal 2>/dev/null || fail "the key is in the database"
