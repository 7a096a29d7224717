# The progress of a run moves with its results, names what is done, and needs no terminal.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# Without a terminal: a line every 30 s, here every second.
ROLLBOOK_PROGRESS_SECONDS=1 "$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 40 --workers 1 --name plain >out 2>lines ||
    fail "the run: $(cat lines)"
grep -qE '^plain: evaluating: [0-9]+ of 80 rollouts, [0-9.]+/s, [0-9hms]+ left$' lines || fail "no line of progress: $(cat lines)"
grep -vE '^plain: (starting workers|(step .*, )?(sampling|evaluating|learning): [0-9]+ of 80 rollouts.*)$' lines >others || true
[ ! -s others ] || fail "other lines: $(cat others)"
sed -n 's/.*: \([0-9]*\) of 80.*/\1/p' lines >counts
sort -n -c counts || fail "the count goes back: $(cat counts)"

# On a terminal one line moves; more than a few of the counts are seen, with a rate once there is a result.
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" 100 "$ROLLBOOK_BIN" run ttt --tasks 4,28 --k 32 --steps 1 \
    --workers 1 --name moving >screen || fail "the run on a terminal: $(cat screen)"
tr '\r' '\n' <screen | sed -n 's/^.*moving: //p' >moved
[ "$(grep -oE '[0-9]+ of 64' moved | sort -u | wc -l)" -ge 5 ] || fail "the line stands still: $(cat moved)"
grep -qE '^step 0 of 1, evaluating: [1-9][0-9]* of 64 rollouts, [0-9.]+/s, [0-9hms]+ left' moved || fail "no rate: $(cat moved)"
grep -q '^step 1 of 1, ' moved || fail "the last step is not named: $(cat moved)"

# Nobody who asked for quiet hears of it.
ROLLBOOK_PROGRESS_SECONDS=1 "$ROLLBOOK_BIN" run best-of-n -q --tasks 4 --k 4 --name quiet >out 2>lines || fail "a quiet run"
[ ! -s lines ] || fail "a quiet run says: $(cat lines)"

# The command that goes on with a stopped run works as it is printed.
status=0
timeout -s INT 5 "$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 2048 --workers 1 --name stopped >out 2>lines || status=$?
grep -q 'was interrupted' lines || fail "a stopped run: status $status: $(cat lines)"
sed -n 's/.*continue with: //p' lines >again.sh
timeout -s INT 5 sh -eu again.sh >out 2>lines || true
grep -q 'was interrupted' lines || fail "going on: $(cat again.sh lines)"

# A run that is stopped before it has made its database says how to go on, and that command is one.
timeout -s INT 1 "$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 2048 --workers 1 --name first --db new.db >out 2>lines || true
grep -q "continue with: .* run --resume first --db new.db$" lines || fail "the first run of a database: $(cat lines)"

# A CI server that has a terminal gets lines, not a line that moves.
CI=1 ROLLBOOK_PROGRESS_SECONDS=1 python3 "$ROLLBOOK_SOURCE_DIR/tests/support/terminal.py" 100 "$ROLLBOOK_BIN" \
    run best-of-n --tasks 4 --k 16 --workers 1 --name server >screen || fail "the run of a CI server: $(cat screen)"
! grep -q "$(printf '\r')" screen || fail "a line moves for a CI server: $(cat screen)"
