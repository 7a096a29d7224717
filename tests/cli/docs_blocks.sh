# Every block of commands in README.md and docs/tutorial.md runs as it is printed, one after the other.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy

# The folder as either command of bootstrap.sh leaves it, and a home of its own.
mkdir home tree tree/build
for file in "$ROLLBOOK_SOURCE_DIR"/*; do
    [ "${file##*/}" = build ] || ln -s "$file" "tree/${file##*/}"
done
ln -s "$ROLLBOOK_BUILD_DIR" tree/build/release
HOME=$PWD/home
export HOME
unset ROLLBOOK_DB
cmake --build "$ROLLBOOK_BUILD_DIR" --target product >log 2>&1 || fail "building what is installed: $(tail -n 20 log)"

# A scripted server stands for the model's, and a free port for the proxy's.
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/llm_server.py" port server.log &
pids="$pids $!"
wait_for "the server did not start" test -f port
free=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')

# blocks FILE: its blocks of sh and python as one script, each announced by its line.
blocks() {
    awk '
        /^```(sh|python)$/ { inside = 1; python = $0 ~ /python/
            print "echo \"" FILENAME ":" FNR "\" >&3"
            if (python) print "python3 - <<\047END_OF_PYTHON\047"
            n++; next }
        inside && /^```/ { if (python) print "END_OF_PYTHON"; inside = 0 }
        inside { print }
        END { if (n < 4) exit 1 }' "$1"
}

# A busy machine may run out of time for an evaluation, which is status 1 as a wrong kernel's is: a right one is right
# within five tries.
cat >again.sh <<'END'
again() {
    for try in 1 2 3 4 5; do
        "$@" && return
        echo "try $try ended with $?: $*"
    done
    return 1
}
END

for document in README.md docs/tutorial.md; do
    script=$(basename "$document" .md).sh
    (cd "$ROLLBOOK_SOURCE_DIR" && blocks "$document") >plain.sh || fail "$document: too few blocks"
    sed "s/127[.]0[.]0[.]1:8000/127.0.0.1:$(cat port)/; s/127[.]0[.]0[.]1:8790/127.0.0.1:$free/; s/rollbook proxy /&--listen 127.0.0.1:$free /" \
        plain.sh | sed 's/^rollbook eval /again &/' | cat again.sh - >"$script"
    (cd tree && sh -eu "../$script") 3>reached >log 2>&1 ||
        complain "the block at $(tail -n 1 reached) fails: $(tail -n 20 log)"
    ! grep -E '^rollbook: (unknown|missing|unexpected)' log || complain "$document: a command is not what it seems"
done

# What they promise is there.
for file in report.pdf trajectory.pdf fast-p.pdf model.pdf loop.pdf; do
    [ "$(head -c 5 "tree/$file" 2>/dev/null)" = %PDF- ] || complain "$file was not drawn"
done
grep -q 'begin{tabular}' tree/fast-p.tex || complain "fast-p.tex holds no table"
[ -x home/.local/bin/rollbook ] || complain "nothing was installed"
[ "$("$ROLLBOOK_BIN" sql --db tree/loop.db -q --format csv "SELECT count(*) FROM v_rollout WHERE run = 'pilot'" | tail -n 1)" -eq 1 ] ||
    complain "the proxy wrote nothing down"

exit "$((failures > 0))"
