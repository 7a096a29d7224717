# labels: slow release
# Servers and clients that keep to no rule (tests/support/hostile_http.py): the proxy answers everybody, stays small, and
# stores what was answered.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
rm -f port a.db*
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/hostile_http.py" server port &
pids="$pids $!"
wait_for 'the server did not start' test -s port
upstream=http://127.0.0.1:$(cat port)
start_proxy --grace 30
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/hostile_http.py" clients "${url##*:}" >asked 2>&1 || complain "$(grep -v '^server\|^client' asked)"
peak=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$proxy/status")
[ "$peak" -lt 400000 ] || complain "the proxy took $peak KB"
stop_proxy 0
least=$(sed -n 's/^at least //p' asked)
stored=$("$ROLLBOOK_BIN" sql -q --db a.db --format csv "SELECT count(*) FROM v_exchange WHERE end_kind = 'answered' AND n_rollouts > 0" | tail -1)
[ "$stored" -ge "${least:-1000}" ] || complain "$stored exchanges are stored, not $least"
expect 0 verify --db a.db
[ "$failures" -eq 0 ]
