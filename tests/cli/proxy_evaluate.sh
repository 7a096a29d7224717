# POST /evaluate: a kernel in, its verdict out, a row behind it; tokens, bad input, a full queue.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
upstream=http://127.0.0.1:1
start_proxy --workers 1 --queue 1
kernel=$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_4_reference.cu

value() {
    python3 -c 'import json, sys; v = json.load(open("out")); print(*[v[k] for k in sys.argv[1:]])' "$@"
}

# A right one, a wrong one, one that is none; the row has what the answer says.
ask -o out --data-binary "@$kernel" "$url/evaluate?task=l1/4&case=tiny&seed=5"
[ "$(value outcome correct stored task case mode seed backend)" = "measured True True l1/4 tiny fast 5 cpu" ] || fail "$(cat out)"
python3 - <<'PY'
import json
v = json.load(open("out"))
if v["speedup"] is not None:  # times on a busy machine may be too noisy for one
    assert v["speedup"] > 0 and abs(v["speedup"] - v["baseline_runtime_us"] / v["runtime_us"]) < 1e-9 * v["speedup"], v
    assert len(v["samples_us"]) >= 5, v
else:
    assert v["why_no_speedup"] and not v["samples_us"], v
assert v["evidence"], v
PY
id=$(value evaluation_id)
is "measured,1,tiny,5,cpu,l1/4,0,proxy,kernel_file" "SELECT outcome, correct, task_case, input_seed, backend, task, sample, run, kind FROM v_evaluation WHERE evaluation_id = $id"
sed 's/+=/-=/' "$kernel" >wrong.cu
ask -o out --data-binary @wrong.cu "$url/run/rl/task/l1-4/step/3/sample/9/evaluate?case=tiny"
[ "$(value outcome correct speedup)" = "mismatch False None" ] || fail "$(cat out)"
is "mismatch,rl,3,9" "SELECT outcome, run, step, sample FROM v_evaluation WHERE evaluation_id = $(value evaluation_id)"
python3 - "$kernel" <<'PY'
import json, sys
text = "Sure:\n```cuda\n" + open(sys.argv[1]).read() + "```\n"
json.dump({"task": "l1/4", "case": "tiny", "completion": text, "run": "rl", "step": 4, "sample": 1}, open("body", "w"))
json.dump({"task": "l1/4", "completion": "I do not know."}, open("nothing", "w"))
PY
json='Content-Type: application/json'
ask -o out -H "$json" --data-binary @body "$url/evaluate"
[ "$(value outcome)" = measured ] || fail "$(cat out)"
# The same sample with the same kernel is the same rollout, evaluated again.
ask -o out2 -H "$json" --data-binary @body "$url/evaluate"
is "1,2" "SELECT count(DISTINCT rollout_id), count(*) FROM v_evaluation WHERE run = 'rl' AND step = 4"
ask -o out -H "$json" --data-binary @nothing "$url/evaluate"
[ "$(value outcome)" = no_code ] || fail "$(cat out)"

# What cannot be evaluated is answered with the reason.
bad() {
    wanted=$1
    words=$2
    shift 2
    code=$(ask -o out -w '%{http_code}' "$@")
    [ "$code" = "$wanted" ] || complain "$*: $code, not $wanted: $(cat out)"
    grep -qF -e "$words" out || complain "$*: not said: $words; but: $(cat out)"
}
bad 400 'task is missing' -d x "$url/evaluate"
bad 400 "no task" -d x "$url/evaluate?task=l9/99"
bad 400 'not tiny, cpu or full' -d x "$url/evaluate?task=l1/4&case=huge"
bad 400 'not fast or full' -d x "$url/evaluate?task=l1/4&mode=slow"
bad 400 'is not a number' -d x "$url/evaluate?task=l1/4&seed=-1"
bad 400 'not cpu or cuda' -d x "$url/evaluate?task=l1/4&backend=abacus"
bad 400 'not a kind of candidate' -d x "$url/evaluate?task=l1/4&kind=poem"
bad 400 'not one of' -d x "$url/evaluate?task=l1/4&colour=red"
bad 400 'empty' -X POST "$url/evaluate?task=l1/4"
bad 400 'body' -H "$json" -d '{"task":' "$url/evaluate"
bad 400 'is missing' -H "$json" -d '{"task":"l1/4"}' "$url/evaluate"
bad 400 'one text' -H "$json" -d '{"task":"l1/4","kernel":"x","completion":"y"}' "$url/evaluate"
bad 400 'is missing' -d '{"task":"l1/4"}' "$url/evaluate"
bad 405 'POST' "$url/evaluate"
bad 403 'other origins' -H 'Origin: http://evil.example' -d x "$url/evaluate?task=l1/4"

# Three at once where one may wait or run: two are told to come again.
for i in 1 2 3; do
    ask -o "out$i" -D "head$i" --data-binary "@$ROLLBOOK_SOURCE_DIR/tests/cheats/endless.cu" "$url/evaluate?task=l1/28&case=tiny" &
    asking="${asking:-} $!"
done
for pid in $asking; do
    wait "$pid"
done
[ "$(cat head1 head2 head3 | grep -c '^HTTP/1.1 503')" = 2 ] || fail "$(cat head1 head2 head3)"
grep -q 'Retry-After: 1' head1 head2 head3
[ "$(cat out1 out2 out3 | grep -o '"outcome":"timeout"' | wc -l)" = 1 ] || fail "$(cat out1 out2 out3)"
ask "$url/health" >out
has '"status":"ok"'

# A client that leaves while its kernel is judged: the row is stored all the same.
curl -s --max-time 4 --data-binary "@$ROLLBOOK_SOURCE_DIR/tests/cheats/endless.cu" \
    "$url/run/left%20alone/task/l1-28/sample/2/evaluate?case=tiny" >out || true
left() {
    [ "$(sql "SELECT outcome, sample FROM v_evaluation WHERE run = 'left alone'")" = timeout,2 ]
}
wait_for "the row of a client that left is missing" left
stop_proxy 0
expect_status 0 verify --db a.db

# Where a token is set, everything but /health needs it.
SECRET=hush-hush-4711
export SECRET
start_proxy --token-env SECRET --workers 1
unset SECRET
# Clients that leave at once, while their kernels wait: each has its row.
leavers=
for i in 1 2 3 4 5 6; do
    curl -s --max-time 0.3 -H "X-Rollbook-Token: hush-hush-4711" --data-binary "@$kernel" \
        "$url/run/left%20early/task/l1-4/sample/$i/evaluate?case=tiny" >/dev/null &
    leavers="$leavers $!"
done
for pid in $leavers; do
    wait "$pid" || true
done
left_early() {
    [ "$(sql "SELECT count(*), count(DISTINCT sample) FROM v_evaluation WHERE run = 'left early'")" = 6,6 ]
}
wait_for "clients that left at once have no row: $(sql "SELECT count(*) FROM v_evaluation WHERE run = 'left early'")" left_early
bad 401 'token' --data-binary "@$kernel" "$url/evaluate?task=l1/4&case=tiny"
bad 401 'token' -H 'X-Rollbook-Token: hush-hush-4712' --data-binary "@$kernel" "$url/evaluate?task=l1/4&case=tiny"
bad 401 'token' -H 'Authorization: Bearer hush-hush-4711' "$url/v1/models"
bad 200 'measured' -H 'Authorization: Bearer hush-hush-4711' --data-binary "@$kernel" "$url/evaluate?task=l1/4&case=tiny"
bad 502 'no connection' -H 'X-Rollbook-Token: hush-hush-4711' "$url/v1/models"
bad 200 'status' "$url/health"
! tr '\0' '\n' <"/proc/$proxy/environ" 2>/dev/null | grep -q hush || fail "the token is in the environment"
stop_proxy 0
! grep -q 'hush-hush' a.db a.db-spool/* proxy.err 2>/dev/null || fail "the token was written down"
[ "$failures" -eq 0 ]
