# A full disk: exchanges wait in the spool for the database; without a spool answers under way wait
# and new completions are refused, until there is room.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
command -v prlimit >/dev/null 2>&1 || {
    echo "prlimit is not installed"
    exit 77
}
start_server
"$ROLLBOOK_BIN" init a.db -q

chat() {
    curl -s --max-time 60 -o answer -w '%{http_code}' -d "{\"model\":\"$1\",\"stream\":true,\"messages\":[]}" \
        "$url/run/full/v1/chat/completions"
}
limit() {
    prlimit --pid "$proxy" --fsize="$1":
}

# The database.
start_proxy
limit 60000 # enough for the spool, not for a transaction of the database
for i in 0 1 2 3; do
    [ "$(chat m)" = 200 ]
    cp answer "answer.$i"
done
waiting() {
    ask "$url/health" | grep -Eq '"waiting":4,"spool_bytes":[0-9]+,"spool_max_bytes":[0-9]+,"database_held_up":true'
}
wait_for "nothing waits" waiting
is 0 "SELECT count(*) FROM rollout"
limit unlimited
stored() {
    [ "$(sql "SELECT count(*), count(DISTINCT sample) FROM rollout")" = 4,4 ]
}
wait_for "not everything was stored" stored
grep -q 'exchanges wait in the spool' proxy.err

# The spool: a new file, in which the beginning of an exchange has room and its answer has not.
stop_proxy 0
start_proxy
limit 3000
chat m >code &
asking=$!
pids="$pids $asking"
failing() {
    ask "$url/health" | grep -q '"spool_fails":true'
}
wait_for "the spool did not fail" failing
[ "$(ask -o out -w '%{http_code}' "$url/v1/models")" = 200 ]
limit 100
[ "$(ask -o out -w '%{http_code}' -d '{}' "$url/v1/chat/completions")" = 503 ]
grep -q 'cannot write the exchange down' out
kill -0 "$asking"
limit unlimited
wait "$asking"
[ "$(cat code)" = 200 ]
cmp answer answer.0
[ "$(chat m)" = 200 ]
stop_proxy 0
is 6,6 "SELECT count(*), count(DISTINCT sample) FROM rollout"
grep -q 'the spool cannot be written' proxy.err
expect_status 0 verify --db a.db
