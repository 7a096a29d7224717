# tiny_model.sh - a model for real servers, and what starting them takes; sourced after check.sh.

servers=
at_end='for pid in $servers; do kill "$pid" 2>/dev/null || true; done'

# make_model KIND: writes KIND.gguf.  Its vocabulary has the reference kernels of two tasks, each also with a fault and
# without semicolons.
make_model() {
    for task in 4 28; do
        "$ROLLBOOK_BIN" prompt show l1/$task | awk '/^```cuda/ { on = 1 } on { print } on && /^```$/ { exit }' >kernel.md
        { echo; cat kernel.md; echo; } >good$task.md
        sed 's/< \([mn]\))/< \1 - 1)/' good$task.md >wrong$task.md
        sed 's/;$//' good$task.md >broken$task.md
        ! cmp -s good$task.md wrong$task.md || fail "no fault was put into the kernel of task $task"
    done
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/make_tiny_model.py" "$1" "$1.gguf" good4.md good28.md wrong4.md wrong28.md \
        broken4.md broken28.md
}

# Sets port and url.
find_port() {
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    url=http://127.0.0.1:$port/v1
}

# wait_for_server LOG
wait_for_server() {
    tries=0
    until python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=5)' "$url/models" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "the server did not start: $(tail -n 5 "$1")"
        sleep 0.1
    done
}
