# Where requests and keys go: through proxies as the environment says, never around a loopback server,
# never in plain text to another machine; and nowhere does the key stay.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/fault_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
here=http://127.0.0.1:$(cat port)
unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
export ROLLBOOK_DB=a.db

# draw STATUS NAME URL MODEL MORE: two samples
draw() {
    expect "$1" run best-of-n --policy openai --tasks 4 --k 2 --case tiny -q --workers 1 --name "$2" --policy-config \
        "{\"base_url\":\"$3\",\"model\":\"$4\",\"max_attempts\":1,\"give_up_ms\":3000$5}"
}

# logged FILTER: how many requests of the log fit
logged() {
    python3 -c "import json; print(sum(1 for r in map(json.loads, open('log.jsonl')) if $1))"
}

# A proxy serves hosts that only it knows, unless no_proxy names them.
http_proxy=$here draw 0 by-proxy http://llm.invalid/v1 honest ''
[ "$(logged "r.get('proxied')")" -eq 2 ] || complain "the proxy was not used"
http_proxy=$here no_proxy=llm.invalid draw 4 not-by-proxy http://llm.invalid/v1 honest ''
said "does not answer"
[ "$(logged "r.get('proxied')")" -eq 2 ] || complain "no_proxy was not heeded"

# This machine is never reached by way of another.
http_proxy=http://192.0.2.1:1 draw 0 direct "$here/v1" honest ''
http_proxy=http://192.0.2.1:1 draw 0 by-name "$(echo "$here" | sed 's/127.0.0.1/localhost/')/v1" honest ''
[ "$(logged "not r.get('proxied')")" -eq 4 ] || complain "a loopback server was asked for by way of a proxy"

# A key travels to this machine, or encrypted; not in plain text, nor through a proxy's hands.
TEST_KEY=sk-very-secret-4711
export TEST_KEY
with_key=',"key_env":"TEST_KEY"'
http_proxy=$here draw 2 plain-proxy http://llm.invalid/v1 honest "$with_key"
said "plain http"
draw 2 plain http://192.0.2.1/v1 honest "$with_key"
said "plain http"
draw 2 numeric http://2130706433.example/v1 honest "$with_key"
draw 2 in-url "http://user:sk-very-secret-4711@127.0.0.1:$(cat port)/v1" honest ''
said "a URL carries a user or password"
[ "$(logged "r.get('key')")" -eq 0 ] || complain "a key went out"
draw 0 keyed "$here/v1" honest "$with_key"
[ "$(logged "r.get('key') == 'Bearer sk-very-secret-4711'")" -eq 2 ] || complain "the key did not arrive"

# Nor does a redirect take it along.
draw 4 redirect "$here/v1" redirect "$with_key"
[ "$(logged "r.get('elsewhere')")" -eq 0 ] || complain "a redirect was followed"

# Killed while a request is under way, the process leaves a core file without the key.
case $(cat /proc/sys/kernel/core_pattern) in
core | core.%p)
    (
        ulimit -c unlimited
        exec "$ROLLBOOK_BIN" run best-of-n --policy openai --tasks 4 --k 2 --case tiny -q --workers 1 --name crash --policy-config \
            "{\"base_url\":\"$here/v1\",\"model\":\"stalled\"$with_key}" 2>crash.err
    ) >/dev/null &
    pid=$!
    tries=0
    until [ "$(logged "r.get('model') == 'stalled'")" -eq 2 ]; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || fail "no request came"
        sleep 0.05
    done
    # What the process shows of its environment has no key either.
    ! grep -q very-secret "/proc/$pid/environ" || complain "the key stands in the environment of the process"
    kill -ABRT $pid
    wait $pid 2>/dev/null || true
    # A limit of the system may forbid core files.
    if ls core* >/dev/null 2>&1; then
        grep -q rollbook core* || complain "that is no core file of ours"
    else
        echo "no core file was written: its part was not tested"
    fi
    ;;
*) echo "core files go elsewhere: their part was not tested" ;;
esac
rm -f log.jsonl
if grep -ls very-secret ./*; then
    complain "the key stayed in the files above"
fi
exit $((failures > 0))
