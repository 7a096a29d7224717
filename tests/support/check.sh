# check.sh - what command-line tests share; sourced by them.
#
# fail ends the test; complain goes on, and the test fails when it ends.
# Commands leave their output in the files out and err.

failures=0
at_end=${at_end:-:} # what a test that started something does when it ends
trap 'ended=$?; eval "$at_end"; [ "$ended" -ne 0 ] || [ "$failures" -eq 0 ] || ended=1; exit "$ended"' EXIT

fail() {
    echo "$*"
    exit 1
}

complain() {
    echo "$*"
    failures=$((failures + 1))
}

# wait_for MESSAGE COMMAND...: until the command succeeds, two minutes at most.
wait_for() {
    message=$1
    shift
    tries=0
    while ! "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 2400 ] || fail "$message; $(cat err proxy.err 2>/dev/null || true)"
        sleep 0.05
    done
}

# expect STATUS ARGUMENTS: rollbook ends with that status.
expect() {
    wanted=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat err)"
}

# The same, and the test ends where it does not.
expect_status() {
    expected=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err || status=$?
    [ "$status" -eq "$expected" ] || fail "status $status, not $expected: $* $(cat out err)"
}

# has TEXT: the last output holds it.
has() {
    grep -q -- "$1" out || fail "no '$1' in: $(cat out)"
}

# said TEXT: the last messages hold it.
said() {
    grep -qF -e "$1" err || complain "not said: $1; but: $(cat err)"
}

# rows QUERY LINES: what the database answers, as CSV without a heading.
rows() {
    "$ROLLBOOK_BIN" sql -q --format csv "$1" 2>&1 | tail -n +2 >got
    printf '%b' "$2" >want
    cmp -s got want || complain "$1 gives:
$(cat got)"
}

# settle DB: a busy machine leaves times of right candidates open; they get some here, for tests of what follows from times.
settle() {
    command -v sqlite3 >/dev/null || {
        echo "skipped: sqlite3 is not installed"
        exit 77
    }
    sqlite3 "$1" "INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)
        SELECT evaluation_id, 'candidate', method, runtime_us / (1.2 + 0.01 * evaluation_id), statistic FROM measurement JOIN evaluation USING (evaluation_id)
        WHERE subject = 'baseline' AND why_no_speedup IS NOT NULL;
        UPDATE evaluation SET why_no_speedup = NULL, speedup_lower = NULL, speedup_upper = NULL, checksum = NULL WHERE why_no_speedup IS NOT NULL" || fail "times of $1"
}

# counts LINES: what the last import printed, from the column target on.
counts() {
    tail -n +2 <out | cut -d, -f3- >got
    [ "$(cat got)" = "$1" ] || complain "counts $(cat got), not $1"
}

# Writes result files as other programs publish them to the folder given, with given/want.json, the numbers that must come out of them.
result_files() {
    command -v python3 >/dev/null || {
        echo "skipped: python3 is not installed"
        exit 77
    }
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/result_files.py" given
}

# meets PART NUMBER=COLUMN...: in the JSON of the last output, the columns of the first row are the numbers of that part of want.json.
meets() {
    python3 - "$@" <<'END' || complain "not the numbers of $1: $(cat out)"
import json, math, sys
part, *pairs = sys.argv[1:]
want, row = json.load(open("given/want.json"))[part], json.load(open("out"))["rows"][0]
pairs = [pair.split("=") for pair in pairs]
sys.exit(not all(math.isclose(want[number], row[column], rel_tol=1e-12) for number, column in pairs))
END
}
