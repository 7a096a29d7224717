# labels: slow
# Cheats of problems with several shapes end as they should, and their honest twins are measured.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

python=${ROLLBOOK_PYTHON:-python3}
[ -n "${ROLLBOOK_PYTHON:-}" ] || "$python" -c 'import torch' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import torch, yaml' 2>/dev/null || {
    echo "$python has no torch or no yaml (ROLLBOOK_PYTHON, else python3, /usr/bin/python3)"
    exit 77
}
export ROLLBOOK_PYTHON="$python"
expect_status 0 task import-shapes "$ROLLBOOK_SOURCE_DIR/tests/fixtures/shapes" --suite mine --db shapes.db
"$python" "$ROLLBOOK_SOURCE_DIR/tests/cheats/shapes/cases.py" "$ROLLBOOK_BIN" || fail "verdicts differ"
