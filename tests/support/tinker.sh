# tinker.sh - a server of the Tinker protocol at $url, its log in log.jsonl, and runs against it in a.db.  Sourced behind
# check.sh by a test that has python3.
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/tinker_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
url=http://127.0.0.1:$(cat port)
TEST_KEY=tml-very-secret-4711
HF_HUB_OFFLINE=1
export TEST_KEY HF_HUB_OFFLINE

sql() {
    "$ROLLBOOK_BIN" sql -q --db a.db --format csv "$1" | tail -n +2
}
config() {
    reduction=sum
    [ "$1" != mean ] || reduction=mean
    echo "{\"base_url\":\"$url\",\"model\":\"$1\",\"tokenizer\":\"bytes\",\"key_env\":\"TEST_KEY\",\"poll_ms\":50,\"loss_reduction\":\"$reduction\"}"
}
run() {
    strategy=$1
    model=$2
    shift 2
    "$ROLLBOOK_BIN" run $strategy --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config $model)" "$@"
}
is() {
    got=$(sql "$1")
    [ "$got" = "$2" ] || fail "$1 gives $got, not $2"
}
requests() {
    grep -c "\"path\": \"$1\", \"status\": 200" log.jsonl || true
}
# run_cut STRATEGY NAME K: a run of one update that is killed between gradient and step, and resumed.
run_cut() {
    : >log.jsonl
    rm -f go
    "$ROLLBOOK_BIN" run "$1" --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config gate)" \
        --name "$2" --k "$3" --steps 1 --temperature 1 2>err &
    pid=$!
    tries=0
    until [ "$(requests optim_step)" -eq 1 ]; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || fail "no update began: $(cat err)"
        sleep 0.05
    done
    kill -9 $pid
    wait $pid 2>/dev/null || true
    : >go
    "$ROLLBOOK_BIN" run --resume "$2" --db a.db -q
}
