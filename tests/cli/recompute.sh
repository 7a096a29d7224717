# Random databases recomputed from plain SQL with NumPy and SciPy.  ROLLBOOK_WORLDS=60 takes seeds 1 to 60.
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python=
for name in ${ROLLBOOK_PYTHON:-python3 /usr/bin/python3}; do
    [ -n "$python" ] || ! "$name" -c "import numpy, scipy.stats" 2>/dev/null || python=$name
done
[ -n "$python" ] || {
    echo "skipped: no python3 with numpy and scipy"
    exit 77
}
# shellcheck disable=SC2046
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/recompute.py" "$ROLLBOOK_BIN" $(seq 1 "${ROLLBOOK_WORLDS:-5}") || fail "numbers differ"
# shellcheck disable=SC2046
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/recompute_training.py" "$ROLLBOOK_BIN" $(seq 1 "${ROLLBOOK_WORLDS:-3}") || fail "tables of training or of models differ"
# shellcheck disable=SC2046
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/recompute_budgets.py" "$ROLLBOOK_BIN" $(seq 1 "${ROLLBOOK_WORLDS:-3}") || fail "budgets, solved tasks or sensitivity differ"
